import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../support/server";
import { aHome, svc, svcFile } from "../support/svc";

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
    for (const name of [...commands, "fallback", "no-inherit", "format", "docker"]) expect(stdout).toContain(name);
    // Read by the shell itself, where it is installed; bash always is.
    const file = path.join(aHome(), "completion");
    writeFileSync(file, stdout);
    const { status, error } = spawnSync(shell, ["-n", file]);
    if (shell === "bash" || !error) expect(status).toBe(0);
  });

  test("bash completes commands and a command's own options", async () => {
    const { stdout: script } = await svc(["completion", "bash"]);
    const complete = (words: string[]) => spawnSync("bash", ["-c", `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _svc; printf '%s ' "\${COMPREPLY[@]}"`], { encoding: "utf8" }).stdout.trim().split(" ");
    expect(complete(["svc", "re"])).toEqual(["reveal"]);
    expect(complete(["svc", "run", "--ma"])).toEqual(["--mask"]);
    expect(complete(["svc", "ls", "--mas"])).toEqual([""]);
    expect(complete(["svc", "export", "--format", "do"])).toEqual(["dotenv", "docker"]);
    expect(complete(["svc", "ls", "-e", "st"])).toEqual(["staging"]);
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
});
