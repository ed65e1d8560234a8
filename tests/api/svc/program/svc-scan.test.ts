import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import type { Scope } from "@/lib/contracts/access/scopes";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry, validValues } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { projectRoot } from "../../../support/vaults/server";
import { svc as bareSvc, svcFile, svcWith } from "../../../support/programs/svc";

const { aFolder } = ownVaults();

async function aScan(scopes?: Scope[]) {
  const { session, accessKey } = await aUserWithKey(scopes ? { scopes } : {});
  await anEntry(session, { value: "canary-not-a-real-key" });
  await anEntry(session, { keyType: "ssh", category: { name: "Deploy" } });
  const { data } = await session.call(createEnvProject, { body: { name: "web" } });
  await session.call(saveEnvFile, {
    params: { id: data.id },
    body: { fileType: "env", content: "FILE_SECRET=canary-in-a-file\nDEBUG=true\n" },
  });
  const call = svcWith(sharedBaseUrl(), accessKey.key);
  const folder = aFolder();
  /** With the key in the environment, as a hook would have it, and none of the developer's own settings. */
  const run = (program: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(program, args, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_ENV: "test",
        SVC_URL: sharedBaseUrl(),
        SVC_ACCESS_KEY: accessKey.key,
        ...env,
      },
      encoding: "utf8",
    });
  const git = (args: string[], env?: Record<string, string>) =>
    run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], env);
  return {
    folder,
    run,
    git,
    pipe: (input: string | Buffer, ...args: string[]) => call(["scan", "-", ...args], { cwd: folder, input }),
    svc: (...args: string[]) => call(args, { cwd: folder }),
    svcIn: (below: string, ...args: string[]) => call(args, { cwd: path.join(folder, below) }),
    write: (name: string, content: string) => (
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true }),
      writeFileSync(path.join(folder, name), content)
    ),
  };
}

test("svc scan says by its exit code what it found, even if nobody reads its output to the end", async () => {
  const { run, write } = await aScan();
  write("a.ts", `const key = "canary-not-a-real-key";\n`);
  const codeOf = (command: string, reader: string) =>
    run("bash", ["-c", `"${process.execPath}" "${svcFile}" ${command} 2>&1 | ${reader}; echo "\${PIPESTATUS[0]}"`])
      .stdout;
  expect(codeOf("scan .", "true")).toBe("1\n");
  expect(codeOf("scan .", "head -c 1 > /dev/null")).toBe("1\n");
  expect(codeOf("ls", "true")).toBe("0\n");
});

test("svc scan finds values of entries, documents and env files, and access keys, by place and name, and never shows them", async () => {
  const { svc, write } = await aScan();
  const key = newAccessKey();
  write("src/a.ts", `one\nconst key = "canary-not-a-real-key";\nDEBUG=true\n`);
  write(
    "src/deploy.yml",
    `key: |\n${validValues.ssh
      .split("\n")
      .map((line) => `  ${line}`)
      .join("\n")}\n`,
  );
  write("b.json", JSON.stringify({ b: Buffer.from("canary-in-a-file").toString("base64") }));
  write("c.md", `\n\n${key} and svc_${"A".repeat(43)}\n`);
  write("node_modules/x.js", "canary-not-a-real-key");
  const found = await svc("scan", ".");
  expect(found.code).toBe(1);
  expect(found.stdout.trim().split("\n").sort()).toEqual([
    "b.json:1: FILE_SECRET — web (env)",
    "c.md:3: an access key",
    "src/a.ts:2: STRIPE_SECRET_KEY",
    "src/deploy.yml:3: Deploy — billing",
  ]);
  for (const secret of ["canary", key, "bm90"]) expect(found.stdout + found.stderr).not.toContain(secret);
  expect(JSON.parse((await svc("scan", "--json", "src/a.ts")).stdout)).toEqual([
    { file: "src/a.ts", line: 2, holds: "STRIPE_SECRET_KEY" },
  ]);
});

test("clean files give exit code 0; 1 says that something was found, so what can't be scanned gives 2", async () => {
  const { svc, write, folder } = await aScan();
  write("a.txt", "true 3000 canary-");
  expect(await svc("scan", "a.txt")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(await svc("scan")).toMatchObject({ code: 2 });
  expect(await svc("scan", "a.txt", "--staged")).toMatchObject({ code: 2 });
  expect(await svc("scan", "nowhere")).toMatchObject({ code: 2, stderr: "svc: There is no nowhere.\n" });
  symlinkSync("loop", path.join(folder, "loop"));
  // Not even root can read this one.
  for (const [target, code] of [
    ["loop", "ELOOP"],
    ["/proc/self/mem", "EIO"],
  ] as const)
    expect(await svc("scan", "a.txt", target)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `svc: ${target} can't be read (${code}), so nothing was scanned: make it readable, or name what to scan without it.\n`,
    });
});

test("as a pre-commit hook, --staged stops a commit that adds a value, and no other", async () => {
  const { svc, svcIn, write, folder } = await aScan();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "test" },
      stdio: "pipe",
    });
  expect(await svc("scan", "--staged")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("not a git repository"),
  });
  git("init", "-q");
  write("old.txt", "1\ncanary-not-a-real-key\n");
  git("add", ".");
  git("commit", "-qm", "old");
  write("old.txt", "1\ncanary-not-a-real-key\n3\n");
  write("not-staged.txt", "canary-not-a-real-key");
  git("add", "old.txt");
  expect(await svc("scan", "--staged")).toMatchObject({ code: 0 });
  write("sub/née.txt", "x\n+++ b/y\nkey=canary-not-a-real-key\n");
  git("add", "sub");
  const found = { code: 1, stdout: "sub/née.txt:3: STRIPE_SECRET_KEY\n" };
  expect(await svc("scan", "--staged")).toMatchObject(found);
  // Whatever part of it somebody has git show by default.
  git("config", "diff.relative", "true");
  write("other/x.txt", "");
  expect(await svcIn("other", "scan", "--staged")).toMatchObject(found);
});

test("- reads a diff and looks at its added lines, or reads any other text completely", async () => {
  const { pipe, write, git } = await aScan();
  git(["init", "-q"]);
  write("a file.txt", `${"line\n".repeat(9)}canary-in-a-file\n`);
  git(["add", "."]);
  git(["commit", "-qm", "old"]);
  write("a file.txt", `${"line\n".repeat(5)}added\nkey=canary-not-a-real-key\n${"line\n".repeat(4)}`);
  write("née.txt", "canary-not-a-real-key\n");
  git(["add", "."]);
  const { stdout: diff } = git(["-c", "core.quotePath=false", "diff", "HEAD"]);
  expect(diff).toContain("-canary-in-a-file");
  expect(await pipe(diff)).toMatchObject({
    code: 1,
    stdout: "a file.txt:7: STRIPE_SECRET_KEY\nnée.txt:1: STRIPE_SECRET_KEY\n",
  });
  expect(JSON.parse((await pipe("one\n-canary-in-a-file\n", "--json")).stdout)).toEqual([
    { file: "-", line: 2, holds: "FILE_SECRET — web (env)" },
  ]);
  expect(
    await pipe(Buffer.concat([Buffer.from([0xff, 0xfe, 10]), Buffer.from("canary-not-a-real-key")]), "a file.txt"),
  ).toMatchObject({ stdout: "-:2: STRIPE_SECRET_KEY\na file.txt:7: STRIPE_SECRET_KEY\n" });
  expect(await pipe("")).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("the hook from the documentation and the help stops a commit that contains a value, and lets others pass", async () => {
  const { run, git, write, folder } = await aScan();
  const [hook = ""] =
    /^printf .*pre-commit$/m.exec(readFileSync(path.join(projectRoot, "docs/scripts.md"), "utf8")) ?? [];
  expect((await bareSvc(["scan", "--help"])).stdout).toContain(hook);
  git(["init", "-q"]);
  mkdirSync(path.join(folder, "bin"));
  symlinkSync(svcFile, path.join(folder, "bin/svc"));
  const env = { PATH: `${path.join(folder, "bin")}:${path.dirname(process.execPath)}:${process.env.PATH}` };
  expect(run("sh", ["-c", hook])).toMatchObject({ status: 0, stderr: "" });
  write("a.txt", "canary-not-a-real-key\n");
  git(["add", "a.txt"]);
  expect(git(["commit", "-m", "one"], env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("a.txt:1: STRIPE_SECRET_KEY\n"),
  });
  expect(git(["rev-parse", "HEAD"]).status).not.toBe(0);
  write("a.txt", "clean\n");
  git(["add", "a.txt"]);
  expect(git(["commit", "-m", "one"], env)).toMatchObject({ status: 0 });
  expect(git(["log", "--format=%s"]).stdout).toBe("one\n");
});

test("it says what the key's scopes hide from it, and scans for the rest", async () => {
  const { svc, write } = await aScan(["export:read"]);
  write("a.txt", "canary-not-a-real-key canary-in-a-file");
  expect(await svc("scan", "a.txt")).toMatchObject({
    code: 1,
    stdout: "a.txt:1: STRIPE_SECRET_KEY\n",
    stderr: expect.stringMatching(/Not everything was searched for: .*scope/),
  });
});
