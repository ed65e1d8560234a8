import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { aUserWithKey, sharedBaseUrl } from "../support/actors";
import { projectRoot } from "../support/server";
import { svc, svcFile } from "../support/svc";

const commands = ["login", "ls", "get", "set", "reveal", "code", "run", "pull", "push", "export", "import", "diff", "scan", "completion"];

describe("help", () => {
  test("svc alone lists every command", async () => {
    const { code, stdout } = await svc([]);
    expect(code).toBe(0);
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
  });

  test.each(commands)("svc %s --help needs no vault, explains every option and gives examples", async (name) => {
    const help = await svc([name, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(/\nExamples\n {2}\S/);
    expect(await svc(["help", name])).toEqual(help);
  });

  test.each([
    [["nope"], "no command nope"], [["ls", "--nope"], "--nope"], [["ls", "extra"], "Too many"], [["get"], "NAME is missing"], [["ls", "--timeout", "x"], "--timeout"],
    [["get", "--project"], "--project"], [["constructor"], "no command"],
  ])("%j is a usage error", async (args, words) => {
    expect(await svc(args, { env: { SVC_URL: "https://vault.example.com" } })).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(words) });
  });

  test("a mistyped option's value, which may be a secret, is not repeated", async () => {
    expect((await svc(["ls", "--passwort=not-a-real-password"])).stderr).not.toContain("not-a-real");
  });
});

describe("completion", () => {
  test.each(["bash", "zsh", "fish"])("the script for %s names every command and option", async (shell) => {
    const { code, stdout } = await svc(["completion", shell]);
    expect(code).toBe(0);
    for (const name of [...commands, "fallback", "no-inherit", "format"]) expect(stdout).toContain(name);
  });

  test("bash completes commands and a command's own options", async () => {
    const { stdout: script } = await svc(["completion", "bash"]);
    const complete = (words: string[]) => spawnSync("bash", ["-c", `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _svc; printf '%s ' "\${COMPREPLY[@]}"`], { encoding: "utf8" }).stdout.trim().split(" ");
    expect(complete(["svc", "re"])).toEqual(["reveal"]);
    expect(complete(["svc", "run", "--ma"])).toEqual(["--mask"]);
    expect(complete(["svc", "ls", "--mas"])).toEqual([""]);
  });

  test("another shell is refused", async () => {
    expect(await svc(["completion", "constructor"])).toMatchObject({ code: 2 });
  });
});

describe("the file itself", () => {
  test("is one, with no package and nothing of the server in it", () => {
    const text = readFileSync(svcFile, "utf8");
    const required = [...text.matchAll(/(?:require|import)\("([^"]+)"\)/g)].map(([, name = ""]) => name);
    expect(required.filter((name) => !name.startsWith("node:"))).toEqual([]);
    expect(text.length).toBeLessThan(150_000);
    expect(JSON.parse(readFileSync(path.join(projectRoot, "packages/svc/package.json"), "utf8"))).not.toHaveProperty("dependencies");
  });

  test("a call takes at most twice as long as starting node does", async () => {
    const { accessKey } = await aUserWithKey();
    const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, HOME: "/nonexistent", SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key };
    /** Seconds as the clock has them, and of the processor. */
    const timed = (args: string[]) => {
      const { status, stderr } = spawnSync("bash", ["-c", 'TIMEFORMAT="%R %U %S"; time "$0" "$@" > /dev/null', process.execPath, ...args], { env, encoding: "utf8" });
      expect(status).toBe(0);
      const [clock = 0, user = 0, system = 0] = stderr.trim().split(" ").map(Number);
      return { clock, processor: user + system };
    };
    const times: Record<"node" | "svc", { clock: number; processor: number }[]> = { node: [], svc: [] };
    // Turn about, so that whatever else the machine does weighs on both.
    for (let round = 0; round < 25; round++) {
      times.node.push(timed(["-e", "0"]));
      times.svc.push(timed([svcFile, "ls"]));
    }
    const median = (who: "node" | "svc", what: "clock" | "processor") => times[who].map((time) => time[what]).toSorted((a, b) => a - b)[12] ?? 0;
    const ratio = (what: "clock" | "processor") => median("svc", what) / median("node", what);
    process.stdout.write(`svc ls takes ${ratio("processor").toFixed(2)} × the processor time of node -e 0, and ${ratio("clock").toFixed(2)} × its time (medians of 25)\n`);
    // The clock also counts the vault's answer and the machine's other work.
    expect(ratio("processor")).toBeLessThanOrEqual(2);
  });
});
