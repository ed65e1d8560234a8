import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { svc as bareSvc, svcFile, svcWith } from "../../../support/programs/svc";
import { svcOnTerminal } from "../../../support/programs/svc-terminal";
import { ownVaults } from "../../../support/vaults/own-vaults";

const { aFolder } = ownVaults();

async function aFolderWithKey() {
  const { key, accessKey } = await aUserWithKey();
  await anEntry(key, { environment: "production" });
  const folder = aFolder();
  const call = svcWith(sharedBaseUrl(), accessKey.key);
  return {
    folder,
    accessKey,
    env: { HOME: folder, SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: accessKey.key },
    svc: (...args: string[]) => call(args, { cwd: folder }),
    file: (name: string) => path.join(folder, name),
  };
}

describe("svc init", () => {
  test("writes .svc.json by flags, says if there is no such project yet, and never overwrites it", async () => {
    const { svc, file } = await aFolderWithKey();
    expect(await svc("init", "-p", "billing", "-e", "production")).toMatchObject({ code: 0 });
    // The address of this machine means nothing elsewhere.
    expect(readFileSync(file(".svc.json"), "utf8")).toBe(
      '{\n  "project": "billing",\n  "environment": "production"\n}\n',
    );
    expect(await svc("get", "STRIPE_SECRET_KEY")).toMatchObject({ code: 0 });
    expect(await svc("init", "-p", "other")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was not changed"),
    });
    expect(readFileSync(file(".svc.json"), "utf8")).toContain("billing");
  });

  test("asks on a terminal for what no flag gives", async () => {
    const { env, folder, file } = await aFolderWithKey();
    const { code, shown } = await svcOnTerminal(
      ["init"],
      [
        ["Project (billing): ", "new"],
        ["none): ", "staging"],
      ],
      { env, cwd: folder },
    );
    expect([code, JSON.parse(readFileSync(file(".svc.json"), "utf8"))]).toEqual([
      0,
      { project: "new", environment: "staging" },
    ]);
    expect(shown).toContain("There is no project new yet");
  });

  test("with a key that the vault refuses, or another environment, it writes nothing", async () => {
    const { svc, file } = await aFolderWithKey();
    expect(await svc("init", "-e", "qa")).toMatchObject({ code: 2 });
    expect(await svc("init", "-p", "")).toMatchObject({ code: 2, stderr: expect.stringContaining("is empty") });
    expect(await svc("init", "--url", "http://127.0.0.1:9")).toMatchObject({ code: 3 });
    expect(existsSync(file(".svc.json"))).toBe(false);
  });
});

describe("svc hook", () => {
  async function aRepository() {
    const setting = await aFolderWithKey();
    const { folder, env, file } = setting;
    mkdirSync(file("bin"));
    symlinkSync(svcFile, file("bin/svc"));
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
        cwd: folder,
        env: { ...env, PATH: `${file("bin")}:${path.dirname(process.execPath)}:${process.env.PATH}`, NODE_ENV: "test" },
        encoding: "utf8",
      });
    git("init", "-q");
    const commit = (content: string) => {
      writeFileSync(file("a.txt"), content);
      git("add", "a.txt");
      return git("commit", "-m", "one");
    };
    return { ...setting, git, commit };
  }

  test("install stops commits with a value of the vault and runs the hook that was there; uninstall puts it back", async () => {
    const { svc, file, commit } = await aRepository();
    const former = "#!/bin/sh\necho ran > former\nexit 0\n";
    writeFileSync(file(".git/hooks/pre-commit"), former);
    chmodSync(file(".git/hooks/pre-commit"), 0o755);
    expect(await svc("hook", "install")).toMatchObject({ code: 0, stderr: expect.stringContaining("runs after it") });
    expect(commit("sk_test_not_a_real_key\n")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("a.txt:1: STRIPE_SECRET_KEY"),
    });
    expect(existsSync(file("former"))).toBe(false);
    expect(commit("clean\n")).toMatchObject({ status: 0 });
    expect(existsSync(file("former"))).toBe(true);
    expect(await svc("hook", "install")).toMatchObject({ code: 0, stderr: expect.stringContaining("already") });
    expect(await svc("hook", "uninstall")).toMatchObject({ code: 0 });
    expect(readFileSync(file(".git/hooks/pre-commit"), "utf8")).toBe(former);
    expect(await svc("hook", "uninstall")).toMatchObject({ code: 1 });
    expect(commit("sk_test_not_a_real_key\n")).toMatchObject({ status: 0 });
  });

  test("the hook calls the svc that installed it where git finds none", async () => {
    const { svc, file, commit } = await aRepository();
    expect(await svc("hook", "install")).toMatchObject({ code: 0 });
    rmSync(file("bin/svc"));
    expect(commit("sk_test_not_a_real_key\n")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("a.txt:1: STRIPE_SECRET_KEY"),
    });
    expect(commit("clean\n")).toMatchObject({ status: 0 });
  });

  test("the hook says that nothing was committed, and without an answer from the vault how to commit all the same", async () => {
    const { svc, file, git, commit } = await aRepository();
    await svc("hook", "install");
    expect(commit("sk_test_not_a_real_key\n").stderr).toMatch(/a\.txt:1: .*\n(.*\n)*svc: Nothing was committed\.\n$/);
    const text = readFileSync(file(".git/hooks/pre-commit"), "utf8");
    writeFileSync(file(".svc.json"), "{");
    const { status, stderr } = commit("clean\n");
    expect([status, stderr]).toEqual([
      expect.any(Number),
      expect.stringMatching(/svc: Nothing was committed, since this could not be checked\. git commit --no-verify /),
    ]);
    expect(status).not.toBe(0);
    expect(git("log").status).not.toBe(0);
    rmSync(file(".svc.json"));
    // Of an earlier svc.
    writeFileSync(file(".git/hooks/pre-commit"), text.replace("scan --staged", "scan --before"));
    expect(await svc("hook", "install")).toMatchObject({ code: 0, stderr: expect.stringContaining("Renewed") });
    expect(readFileSync(file(".git/hooks/pre-commit"), "utf8")).toBe(text);
  });

  test("core.hooksPath is respected, and asked about if it lies outside of the repository", async () => {
    const { svc, git, file, commit } = await aRepository();
    git("config", "core.hooksPath", ".githooks");
    expect(await svc("hook", "install")).toMatchObject({ code: 0 });
    expect(existsSync(file(".githooks/pre-commit"))).toBe(true);
    expect(commit("sk_test_not_a_real_key\n")).toMatchObject({ status: 1 });
    expect(await svc("hook", "uninstall")).toMatchObject({ code: 0 });
    const shared = aFolder();
    git("config", "core.hooksPath", shared);
    expect(await svc("hook", "install")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Other repositories"),
    });
    expect(existsSync(path.join(shared, "pre-commit"))).toBe(false);
    expect(await svc("hook", "install", "--yes")).toMatchObject({ code: 0 });
    expect(commit("sk_test_not_a_real_key\n")).toMatchObject({ status: 1 });
  });

  test("without a repository, or a word, it does nothing", async () => {
    const { svc } = await aFolderWithKey();
    expect(await svc("hook", "install")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not a git repository"),
    });
    expect(await svc("hook")).toMatchObject({ code: 2 });
  });
});

test("svc logout removes the key that svc login stored, and no other", async () => {
  const { accessKey, folder } = await aFolderWithKey();
  const env = { HOME: folder };
  const options = { env, cwd: folder };
  expect(await bareSvc(["logout"], options)).toMatchObject({ code: 1 });
  await bareSvc(["login", "--url", sharedBaseUrl()], { ...options, input: accessKey.key });
  expect(await bareSvc(["whoami"], options)).toMatchObject({ code: 0 });
  expect(await bareSvc(["logout", "--url", "https://vault.example.com"], options)).toMatchObject({ code: 1 });
  expect(await bareSvc(["logout"], options)).toMatchObject({ code: 0 });
  expect(await bareSvc(["whoami", "--url", sharedBaseUrl()], options)).toMatchObject({ code: 4 });
  expect(readFileSync(path.join(folder, ".config/svc/credentials.json"), "utf8")).not.toContain(accessKey.key);
});

test("svc open asks the system to open the vault's address, and prints it where that fails", async () => {
  const { folder, env, file } = await aFolderWithKey();
  writeFileSync(file("xdg-open"), `#!/bin/sh\necho "$1" > '${file("opened")}'\n`, { mode: 0o755 });
  const open = (PATH: string) => bareSvc(["open"], { cwd: folder, env: { ...env, PATH } });
  expect(await open(`${folder}:/usr/bin:/bin`)).toMatchObject({ code: 0 });
  expect(readFileSync(file("opened"), "utf8")).toBe(`${sharedBaseUrl()}/\n`);
  expect(await open("/nonexistent")).toMatchObject({ code: 1, stderr: expect.stringContaining(sharedBaseUrl()) });
});

test("svc open needs no access key, only the address, whoever names it", async () => {
  const folder = aFolder();
  const open = async (...args: string[]) => {
    const { code, stdout, stderr } = await bareSvc(["open", "--json", ...args], { cwd: folder, env: { HOME: folder } });
    return [code, code === 0 ? JSON.parse(stdout) : stderr] as unknown;
  };
  expect(await open("--url", "https://vault.example.com")).toEqual([0, { url: "https://vault.example.com/" }]);
  expect(await open()).toEqual([2, expect.stringContaining("No vault is set")]);
  writeFileSync(path.join(folder, ".svc.json"), '{"url":"https://team.example.com/vault"}');
  expect(await open()).toEqual([0, { url: "https://team.example.com/vault" }]);
});
