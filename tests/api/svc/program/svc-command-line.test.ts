import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { installedPrograms } from "../../../support/programs/programs";
import { projectRoot } from "../../../support/vaults/server";
import { aHome, svc, svcFile } from "../../../support/programs/svc";

const commands = [
  "login",
  "logout",
  "init",
  "open",
  "whoami",
  "ls",
  "get",
  "set",
  "rotate",
  "mv",
  "rm",
  "history",
  "restore",
  "reminders",
  "activity",
  "share",
  "links",
  "reveal",
  "code",
  "run",
  "inject",
  "pull",
  "push",
  "export",
  "import",
  "check",
  "diff",
  "scan",
  "hook",
  "mcp",
  "completion",
];

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
    const [, text = ""] = /^.*\n\n([^]*)\nExamples\n/.exec(help.stdout) ?? [];
    expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  test.each([
    [["nope"], "There is no command nope. svc --help"],
    [["chekc"], "There is no command chekc. Did you mean check? svc --help"],
    [["histroy"], "Did you mean history?"],
    [["ls", "--nope"], "--nope"],
    [["ls", "extra"], "Too many"],
    [["get"], "NAME is missing"],
    [["ls", "--timeout", "x"], "--timeout"],
    [["get", "--project"], "--project"],
    [["constructor"], "no command"],
  ])("%j is a usage error", async (args, words) => {
    expect(await svc(args, { env: { SVC_URL: "https://vault.example.com" } })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(words),
    });
  });

  test("what comes after -- are arguments, even if they begin with a dash", async () => {
    expect(await svc(["check", "--", "--nowhere.env"])).toMatchObject({
      code: 2,
      stderr: "svc: There is no file --nowhere.env.\n",
    });
    expect(await svc(["whoami", "--", "--json"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Too many"),
    });
  });

  test("a fault of svc itself ends with 2: some commands give a result by 1", async () => {
    const fault = path.join(aHome(), "fault.cjs");
    writeFileSync(fault, "process.cwd = () => { throw new TypeError('a fault'); };");
    const ended = await svc(["scan", "package.json"], {
      env: { SVC_URL: "https://vault.example.com", NODE_OPTIONS: `--require=${fault}` },
    });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^svc: svc failed: TypeError: a fault\n/) });
  });

  test("a mistyped option's value, which may be a secret, is not repeated", async () => {
    expect((await svc(["ls", "--passwort=not-a-real-password"])).stderr).not.toContain("not-a-real");
  });
});

describe("completion", () => {
  test.each(["bash", "zsh", "fish"])("the script for %s names every command and option", async (shell) => {
    const { code, stdout } = await svc(["completion", shell]);
    expect(code).toBe(0);
    for (const name of [...commands, "fallback", "no-inherit", "format", "docker"]) expect(stdout).toContain(name);
    // Parsed by the shell itself, if it is installed; bash always is.
    const file = path.join(aHome(), "completion");
    writeFileSync(file, stdout);
    if (shell === "bash" || installedPrograms(shell).length > 0) expect(spawnSync(shell, ["-n", file]).status).toBe(0);
  });

  /** The completions that bash offers for the last of these words. */
  async function offeredBy(words: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
    const { stdout: script } = await svc(["completion", "bash"]);
    const lines = `svc() { '${process.execPath}' '${svcFile}' "$@"; }\n${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync("bash", ["-c", lines], {
      encoding: "utf8",
      cwd: projectRoot,
      env: { NODE_ENV: "test", PATH: process.env.PATH ?? "", HOME: "/nonexistent", ...env },
    });
    return stdout.split("\n").filter(Boolean);
  }

  test.each([
    [["re"], ["restore", "reminders", "reveal"]],
    [["run", "--ma"], ["--mask"]],
    [["ls", "--mas"], []],
    [
      ["export", "--format", "do"],
      ["dotenv", "docker"],
    ],
    [["ls", "-e", "st"], ["staging"]],
    [["ls", "--env", "=", "st"], ["staging"]],
    [
      ["ls", "--env", "="],
      ["development", "staging", "production", "none"],
    ],
    [["ls", "--env=st"], ["--env=staging"]],
    [["completion", "f"], ["fish"]],
    [["hook", "un"], ["uninstall"]],
    [["mcp", ""], ["allow"]],
    [["rotate", "--kind", "h"], ["hex"]],
    [["run", "--wa"], ["--watch"]],
    [["inject", "packages/s"], ["packages/svc"]],
    [["help", "sc"], ["scan"]],
    [["pull", "--file", "env.p"], ["env.production"]],
    [["ls", "pack"], []],
    [["get", "--timeout", "pack"], []],
    [["scan", "packages/s"], ["packages/svc"]],
    [["export", "-o", "packages/s"], ["packages/svc"]],
    [["run", "--", "print"], expect.arrayContaining(["printf", "printenv"])],
    [["run", "--", "ls", "--ma"], []],
    [["run", "--", "ls", "packages/s"], ["packages/svc"]],
    [["run", "--env", "staging", "--", "cat", "get", "package-l"], ["package-lock.json"]],
  ])("bash offers for %j what the command accepts there: %j", async (words, offered) => {
    expect(await offeredBy(["svc", ...words])).toEqual(offered);
  });

  test("projects, names, env projects and services come from the vault; nothing in them is executed, and without the scope none is offered", async () => {
    const { session, accessKey } = await aUserWithKey();
    for (const name of ["billing", "$(touch ran) `touch ran` it's"]) await anEntry(session, { name });
    await session.call(createEnvProject, { body: { name: "billing-web" } });
    await session.call(createTwoFactorToken, {
      body: { service: "GitHub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
    });
    const offered = (...words: string[]) =>
      offeredBy(["svc", ...words], { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key });
    expect(await offered("run", "-p", "")).toEqual(["\\$\\(touch\\ ran\\)\\ \\`touch\\ ran\\`\\ it\\'s", "billing"]);
    expect(await offered("diff", "bil")).toEqual(["billing"]);
    for (const name of ["get", "set", "rm", "mv"]) expect(await offered(name, "STR")).toEqual(["STRIPE_SECRET_KEY"]);
    expect(await offered("run", "--only", "A,STR")).toEqual(["A,STRIPE_SECRET_KEY"]);
    expect(await offered("pull", "--project", "=", "bil")).toEqual(["billing-web"]);
    expect(await offered("code", "Git")).toEqual(["GitHub"]);
    expect(existsSync(path.join(projectRoot, "ran"))).toBe(false);
    const { key } = await session.call(createAccessKey, { body: { name: "ci", scopes: ["export:read"] } });
    expect(await offeredBy(["svc", "get", ""], { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: key })).toEqual([]);
  });

  test("another shell is refused", async () => {
    expect(await svc(["completion", "constructor"])).toMatchObject({ code: 2 });
  });
});

describe("the file itself", () => {
  test("needs no package and has nothing of the server in it; what few commands need is in files beside it", () => {
    const requiredBy = (file: string) => {
      const text = readFileSync(file, "utf8");
      return (
        [...text.matchAll(/(?:require|import)\("([^"]+)"\)/g)]
          // What stands in quotes is text, of which a validator of JSON Schema writes code that is not used here.
          .filter(({ index }) => !"'`\"".includes(text[index - 1] ?? ""))
          .map(([, name = ""]) => name)
          .filter((name) => !isBuiltin(name))
      );
    };
    const beside = ["./age.cjs", "./completion.cjs", "./import.cjs", "./mcp.cjs", "./share.cjs"];
    expect([...new Set(requiredBy(svcFile))].sort()).toEqual(beside);
    for (const name of beside) expect(requiredBy(path.join(path.dirname(svcFile), name))).toEqual([]);
    const text = readFileSync(svcFile, "utf8");
    expect(text.length).toBeLessThan(150_000);
    expect(JSON.parse(readFileSync(path.join(projectRoot, "packages/svc/package.json"), "utf8"))).not.toHaveProperty(
      "dependencies",
    );
  });
});

describe("standard output", () => {
  test("that takes only a part makes svc say so and end with 2, since half a file must not look like a whole one", () => {
    const file = path.join(aHome(), "help.txt");
    // As on a disk with room for a part: the system takes that, and refuses the rest.
    const script = `trap '' XFSZ; ulimit -f 1; exec "$0" "$1" --help > "$2"`;
    const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, svcFile, file], { encoding: "utf8" });
    expect(stderr).toBe("svc: Standard output can't be written (EFBIG): the output is incomplete.\n");
    expect(status).toBe(2);
    expect(readFileSync(file, "utf8")).toMatch(/^svc: the secrets vault/);
  });

  test("whose reader leaves early changes nothing", () => {
    const script = `{ "$0" "$1" --help; echo "$?" >&2; } | true`;
    const { stderr } = spawnSync("sh", ["-c", script, process.execPath, svcFile], { encoding: "utf8" });
    expect(stderr).toBe("0\n");
  });
});

test("-p=NAME names the project NAME, and not =NAME", async () => {
  const { accessKey } = await aUserWithKey({ scopes: ["entries:read"] });
  const asked = await svc(["ls", "-p=billing"], { env: { SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key } });
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining(" billing") });
  expect(asked.stderr).not.toContain("=");
});
