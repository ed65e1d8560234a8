import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { giveToNobody, nobody, nobodyMayRun, openFolder } from "../support/programs/nobody";
import { projectRoot } from "../support/vaults/server";

const program = `import native from "@node-rs/argon2";\nconsole.log(native, import.meta.dirname);\n`;
const sqlite = "node_modules/@photostructure/sqlite/prebuilds";
const platform = `${process.platform}-${process.arch}`;

/** The package as npm lays it out, with little in it: where its own user may write nothing, and a folder where they may. */
function anInstalledPackage(platforms = [platform, "other-x64"]) {
  const place = openFolder("vault-unpack-");
  const folder = path.join(place, "node_modules/secrets-vault/dist/npm");
  mkdirSync(folder, { recursive: true });
  const files: [name: string, text: string, mode: number][] = [
    ["package.json", '{"type":"module"}', 0o644],
    ...platforms.map((one): [string, string, number] => [`${sqlite}/${one}/sqlite.node`, one, 0o644]),
    ["start.mjs", program, 0o755],
  ];
  const index = files.map(([name, text, mode]) => [name, Buffer.byteLength(text), mode]);
  const archive = [`${JSON.stringify(index)}\n`, ...files.map(([, text]) => text)].join("");
  writeFileSync(path.join(folder, "app.br"), brotliCompressSync(archive));
  for (const [script, name] of [
    ["npm-start.mjs", "secrets-vault.mjs"],
    ["npm-app-folder.mjs", "npm-app-folder.mjs"],
    ["npm-unpack.mjs", "npm-unpack.mjs"],
  ] as const)
    cpSync(path.join(projectRoot, "scripts/package", script), path.join(folder, name));
  const native = path.join(place, "node_modules/@node-rs/argon2");
  mkdirSync(native, { recursive: true });
  writeFileSync(path.join(native, "package.json"), '{"type":"module","exports":"./index.js"}');
  writeFileSync(path.join(native, "index.js"), 'export default "native";\n');
  chmodSync(folder, 0o555);
  const own = path.join(place, "own");
  mkdirSync(own);
  giveToNobody(own);
  let node = process.execPath;
  if (!nobodyMayRun(node)) cpSync(node, (node = path.join(place, "node")));
  onTestFinished(() => {
    chmodSync(folder, 0o755);
    rmSync(place, { recursive: true });
  });
  const command = path.join(folder, "secrets-vault.mjs");
  /** Longer than any start takes: what waits for ever is ended. */
  const options = { cwd: "/", timeout: 30_000, killSignal: "SIGKILL", ...nobody } as const;
  const env = (more: Record<string, string>) => ({ NODE_ENV: "test" as const, HOME: "/nonexistent", ...more });
  return {
    folder,
    own,
    start: (more: Record<string, string>) =>
      spawnSync(node, [command], { ...options, env: env(more), encoding: "utf8" }),
    startBeside: (more: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const child = spawn(node, [command], { ...options, env: env(more) });
        let printed = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
        child.once("close", () => resolve(printed));
      }),
  };
}

describe("the npm package of somebody else's installation", () => {
  test("unpacks into the user's own cache, once, however many start at the same time", async () => {
    const { own, start, startBeside } = anInstalledPackage();
    const env = { XDG_CACHE_HOME: own };
    const started = await Promise.all([startBeside(env), startBeside(env), startBeside(env)]);
    const cache = path.join(own, "secrets-vault");
    const [digest, ...others] = readdirSync(cache);
    expect([digest, others]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), []]);
    const app = path.join(cache, digest ?? "");
    expect(started).toEqual(started.map(() => `native ${app}\n`));
    // Of what it has for every platform, this one's alone.
    expect(readdirSync(path.join(app, sqlite))).toEqual([platform]);
    const before = statSync(app).mtimeMs;
    expect(start({ HOME: path.join(own, "none"), ...env })).toMatchObject({ status: 0, stdout: `native ${app}\n` });
    expect(statSync(app).mtimeMs).toBe(before);
  });

  test("says so if it has no SQLite for this platform, and leaves nothing behind", () => {
    const { own, start } = anInstalledPackage(["other-x64"]);
    const { status, stderr } = start({ XDG_CACHE_HOME: own });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`This package has no SQLite for ${platform}: `)]);
    expect(readdirSync(path.join(own, "secrets-vault"))).toEqual([]);
  });

  test.each(["/nonexistent", "/dev/null", "/proc/self", "/"])("says so if it may write nowhere: HOME=%s", (HOME) => {
    const { start } = anInstalledPackage();
    const { status, stderr, stdout, error } = start({ HOME });
    expect([status, stdout, error]).toEqual([1, "", undefined]);
    expect(stderr).toContain(`The vault could not be unpacked to ${path.join(HOME, ".cache/secrets-vault")}`);
    expect(stderr).toContain("XDG_CACHE_HOME");
  });
});
