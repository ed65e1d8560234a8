import { execFileSync, fork } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listCategories } from "@/lib/contracts/vault/categories";
import { packCompileCache, readCompileCache } from "@/lib/pages/compile-cache";
import { aUserWithKey } from "../../support/callers/actors";
import { ownVaults } from "../../support/vaults/own-vaults";
import { projectRoot, type RunningVault } from "../../support/vaults/server";

const { aFolder, aVault } = ownVaults();

/** Nobody has asked it for a page before the first test. The third stops it. */
const running = await aVault();

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
const pagesOf = (vault: RunningVault): number[] => childrenOf(vault.process.pid ?? 0);
const page = (vault: RunningVault) => fetch(`${vault.baseUrl}/login`);

/** The only process of a vault whose pages were asked for. */
async function thePagesOf(vault: RunningVault): Promise<number> {
  expect((await page(vault)).status).toBe(200);
  const [pid = 0, ...others] = pagesOf(vault);
  expect([pid > 0, others]).toEqual([true, []]);
  return pid;
}

/** The command line without its first two parts: the build's folder and the two sockets. */
const socketsOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean).slice(-2);

const hasEnded = (pid: number): boolean =>
  !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");

describe("the process of the pages", () => {
  test("need not compile what it loads: the build has tried the pages with this Node, and kept what V8 made of them", () => {
    const built = [...(readCompileCache(projectRoot) ?? [])];
    expect(built.length).toBeGreaterThan(300);
    expect(built.filter(([name]) => name.startsWith(".next/server/app/(auth)/login/"))).toHaveLength(1);
    const texts = built.map(([name, { source }]) => {
      const text = readFileSync(path.join(projectRoot, name), "utf8");
      return { name, text, isSame: source === hash("sha256", text, "base64") };
    });
    expect(texts.filter(({ isSame }) => !isSame).map(({ name }) => name)).toEqual([]);
    // Tests that ran before in this process may have set V8 otherwise than the process of the pages finds it.
    const refused = `
      const [Module, { Script }] = [require("node:module"), require("node:vm")];
      const modules = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      const isRefused = ({ name, text, code }) =>
        new Script(Module.wrap(text), { filename: name, cachedData: Buffer.from(code, "base64") }).cachedDataRejected;
      console.log(JSON.stringify(modules.filter(isRefused).map(({ name }) => name)));`;
    const modules = built.map(([, { code }], index) => ({ ...texts[index], code: code.toString("base64") }));
    const said = execFileSync(process.execPath, ["-e", refused], { input: JSON.stringify(modules), encoding: "utf8" });
    expect(JSON.parse(said)).toEqual([]);
  });

  test("runs what V8 kept of them in place of their text", async () => {
    const folder = aFolder();
    mkdirSync(path.join(folder, ".next"));
    const next = createRequire(path.join(projectRoot, "package.json")).resolve("next");
    const text = readFileSync(next, "utf8");
    // V8 takes any text of the same length for the one that it compiled.
    const other = "process.send({ event: 'kept' });".padEnd(text.length);
    const compile =
      "const text = require('node:fs').readFileSync(0, 'utf8');" +
      "process.stdout.write(new (require('node:vm').Script)(require('node:module').wrap(text)).createCachedData());";
    const code = execFileSync(process.execPath, ["-e", compile], { input: other });
    const kept = new Map([[path.relative(folder, next), { source: hash("sha256", text, "base64"), code }]]);
    writeFileSync(path.join(folder, ".next/compile-cache.bin"), packCompileCache(kept));
    const sockets = ["pages", "vault"].map((name) => path.join(folder, name));
    const child = fork(path.join(projectRoot, "dist/pages.mjs"), [folder, ...sockets], {
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const [told] = (await once(child, "message")) as unknown[];
    child.kill("SIGKILL");
    expect(told).toEqual({ event: "kept" });
  });

  test("is started by the first page, not by the API or a sign-in, and once for many", async () => {
    const { key } = await aUserWithKey({ baseUrl: running.baseUrl });
    expect(await key.call(listCategories)).toEqual([]);
    expect((await fetch(`${running.baseUrl}/api/auth/csrf`)).status).toBe(200);
    expect(pagesOf(running)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => page(running)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(pagesOf(running)).toHaveLength(1);
  });

  test("that was killed is replaced at the next page; the API has gone on answering, and the log says it", async () => {
    const { key } = await aUserWithKey({ baseUrl: running.baseUrl });
    const pid = await thePagesOf(running);
    process.kill(pid, "SIGKILL");
    expect(await key.call(listCategories)).toEqual([]);
    const next = await thePagesOf(running);
    expect(next).not.toBe(pid);
    await expect.poll(() => running.output()).toContain('"event":"pages-ended","signal":"SIGKILL"');
  });

  test("is reached by this user alone: its sockets are in a folder of mode 700, which goes with it", async () => {
    const sockets = socketsOf(await thePagesOf(running));
    const [folder = "", ...others] = [...new Set(sockets.map((socket) => path.dirname(socket)))];
    expect([sockets.map((socket) => path.basename(socket)), others]).toEqual([["pages", "vault"], []]);
    const { mode, uid } = statSync(folder);
    expect([(mode & 0o777).toString(8), uid]).toEqual(["700", process.getuid?.()]);
    for (const socket of sockets) expect(statSync(socket).mode & 0o077).toBe(0);
    expect(await running.stop()).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });

  test("gets no key, no database and no other secret: not in its environment, its command line or its open files", async () => {
    const marked = Object.fromEntries(
      ["AI_API_KEY", "METRICS_TOKEN", "SOME_SECRET_OF_ANOTHER_PROGRAM", "NODE_EXTRA_CA_CERTS"].map((name) => [
        name,
        `marked_${name.toLowerCase()}_not_a_real_one`,
      ]),
    );
    const masterKey = randomBytes(32).toString("base64");
    const database = `file:${path.join(aFolder(), "vault.db")}`;
    const vault = await aVault({
      env: {
        ...marked,
        AI_BASE_URL: "http://localhost:9/v1",
        AI_MODEL: "none",
        VAULT_MASTER_KEYS: masterKey,
        DATABASE_URL: database,
      },
    });
    const pid = await thePagesOf(vault);
    // The vault's own process has them all: what is looked for can be found.
    const seen = (one: number) =>
      ["environ", "cmdline"].map((name) => readFileSync(`/proc/${one}/${name}`, "latin1")).join();
    const secrets = [masterKey, database, vault.dataDir, ...Object.values(marked)];
    expect(secrets.filter((secret) => !seen(vault.process.pid ?? 0).includes(secret))).toEqual([]);
    expect(secrets.filter((secret) => seen(pid).includes(secret))).toEqual([]);
    const names = readFileSync(`/proc/${pid}/environ`, "latin1")
      .split("\0")
      .map((line) => line.slice(0, line.indexOf("=")))
      .filter(Boolean);
    const allowed = [
      "LANG",
      "LC_ALL",
      "TZ",
      "TMPDIR",
      "NODE_ENV",
      "NEXT_TELEMETRY_DISABLED",
      "NODE_CHANNEL_FD",
      "NODE_CHANNEL_SERIALIZATION_MODE",
    ];
    expect(names.filter((name) => !allowed.includes(name) && !name.startsWith("__NEXT_"))).toEqual([]);
    const files = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
    expect(files.filter((file) => file.startsWith("/") && !file.startsWith("/dev/"))).toEqual([]);
    expect(readFileSync(`/proc/${pid}/maps`, "utf8")).not.toMatch(/sqlite|argon2/);
  });

  test("that dies while it answers, and so does the next, gives a 503 that says what to do; the API answers meanwhile", async () => {
    const vault = await aVault();
    const { key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const first = await thePagesOf(vault);
    process.kill(first, "SIGSTOP");
    const asked = page(vault);
    expect(await key.call(listCategories)).toEqual([]);
    process.kill(first, "SIGKILL");
    const next = () => pagesOf(vault).find((pid) => pid !== first);
    await expect.poll(next, { timeout: 10_000, interval: 5 }).toBeDefined();
    process.kill(next() ?? 0, "SIGKILL");
    const answer = await asked;
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual([
      503,
      "1",
      "text/html; charset=utf-8",
    ]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toContain("Reload this page in a second");
    expect(await key.call(listCategories)).toEqual([]);
    await expect.poll(async () => (await page(vault)).status, { timeout: 30_000 }).toBe(200);
  });

  test("ends with a vault that was killed with kill -9", async () => {
    const vault = await aVault();
    const pid = await thePagesOf(vault);
    const [socket = ""] = socketsOf(pid);
    expect(await vault.stop("SIGKILL")).toBe("SIGKILL");
    await expect.poll(() => hasEnded(pid), { timeout: 10_000 }).toBe(true);
    expect(existsSync(path.dirname(socket))).toBe(false);
  });

  test("outlives a signal to every process, so that pages under way are answered, and ends with the vault", async () => {
    const vault = await aVault();
    const pid = await thePagesOf(vault);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.kill(pid, signal);
    expect(await thePagesOf(vault)).toBe(pid);
    expect(await vault.stop()).toBe(0);
    await expect.poll(() => hasEnded(pid)).toBe(true);
    expect(vault.output()).not.toContain("pages-ended");
  });
});

test("what the API's process can load, now or later, is nothing of Next or React", () => {
  const dist = path.join(projectRoot, "dist");
  const loaded = new Set(["server.mjs"]);
  const packages = new Set<string>();
  for (const file of loaded) {
    const text = readFileSync(path.join(dist, file), "utf8");
    for (const [, name = ""] of text.matchAll(/(?:\bfrom ?|\bimport ?\(?|\brequire\w*\()"([^"\n]+)"/g))
      if (name.startsWith("./") && existsSync(path.join(dist, name))) loaded.add(name.slice(2));
      else packages.add(name);
  }
  expect([...packages]).toEqual(expect.arrayContaining(["openid-client", "next-auth"]));
  expect([...packages].filter((name) => /^(next|react|react-dom)(\/|$)/.test(name))).toEqual([]);
});
