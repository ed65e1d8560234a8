import { spawn, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { svcFile } from "../../../support/programs/svc";

/**
 * A shell with `svc` as a command, and a value to run commands with. Its pipes are the kernel's own, like a person's.
 */
async function aShell() {
  const { accessKey, key } = await aUserWithKey();
  await anEntry(key);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    NODE_ENV: "test" as const,
    SVC_URL: sharedBaseUrl(),
    SVC_ACCESS_KEY: accessKey.key,
  };
  const script = (text: string) => `set -o pipefail; svc() { '${process.execPath}' '${svcFile}' "$@"; }; ${text}`;
  return { env, script };
}

/** Starts a script, sends each line only after the previous one was answered, and resolves with its output. */
function converse(
  script: string,
  env: NodeJS.ProcessEnv,
  lines: readonly string[],
): Promise<{ code: number | null; printed: string }> {
  const shell = spawn("bash", ["-c", script], { env, stdio: ["pipe", "pipe", "inherit"] });
  const open = [...lines];
  let printed = "";
  shell.stdin.on("error", () => undefined);
  shell.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    const line = open.shift();
    if (line === undefined) shell.stdin.end();
    else shell.stdin.write(`${line}\n`);
  });
  return new Promise((resolve) => shell.once("close", (code) => resolve({ code, printed })));
}

const isInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;

describe("standard input of svc run's command", () => {
  test.each([
    ["", ""],
    [" --mask", " masked"],
  ])("is read completely from a pipe, whatever its size (svc run%s)", async (flag) => {
    const { env, script } = await aShell();
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["-c", script(`seq 300000 | svc run${flag} -- cat | tail -1`)],
      { env, encoding: "utf8" },
    );
    expect([status, stdout, stderr]).toEqual([0, "300000\n", ""]);
  });

  const late: [program: string, command: string][] = [
    ["sh", "sh -c 'echo ready; exec cat'"],
    ["python3", `python3 -uc 'import sys; print("ready"); [print(line, end="") for line in open(0)]'`],
  ];

  test.each(
    late
      .filter(([program]) => program === "sh" || isInstalled(program))
      .flatMap(([program, command]) => [
        [program, "", command],
        [program, "--mask ", command],
      ]),
  )("is waited for if it arrives late (%s %s)", async (_, flag, command) => {
    const { env, script } = await aShell();
    expect(await converse(script(`cat | svc run ${flag}-- ${command} | cat`), env, ["one", "two", "three"])).toEqual({
      code: 0,
      printed: "ready\none\ntwo\nthree\n",
    });
  });
});

test("standard input that has no end is refused, and not kept in memory", async () => {
  // More than svc takes, so that a svc that reads to the end ends too.
  const input = Buffer.alloc(17 * 1024 * 1024, "a");
  const { status, stderr } = spawnSync(process.execPath, [svcFile, "inject", "-"], {
    input,
    encoding: "utf8",
    stdio: ["pipe", "ignore", "pipe"],
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: "svc: Standard input is longer than 16 MiB.\n" });
});
