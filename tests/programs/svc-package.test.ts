import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { projectRoot } from "../support/vaults/server";

const run = promisify(execFile);
const home = mkdtempSync(path.join(os.tmpdir(), "svc-package-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const folder = path.join(projectRoot, "packages/svc");
/** Without the network, and without the developer's own settings. */
const env = {
  PATH: process.env.PATH,
  HOME: home,
  NODE_ENV: "test" as const,
  npm_config_offline: "true",
  npm_config_update_notifier: "false",
  npm_config_cache: path.join(home, "cache"),
};

test("packed as npm publishes it, svc is built, is one file and those that few commands read, and runs where nothing else is installed", async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--silent", "--pack-destination", home], { cwd: folder, env });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  expect(packed?.files.map((file) => file.path).sort()).toEqual([
    "dist/LICENSES.txt",
    "dist/age.cjs",
    "dist/completion.cjs",
    "dist/import.cjs",
    "dist/mcp.cjs",
    "dist/share.cjs",
    "dist/svc.cjs",
    "package.json",
  ]);
  const elsewhere = mkdtempSync(path.join(home, "elsewhere-"));
  await run(
    "npm",
    ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", path.join(home, packed?.filename ?? "")],
    { cwd: elsewhere, env },
  );
  const svc = async (flag: string) =>
    (await run(path.join(elsewhere, "node_modules/.bin/svc"), [flag], { cwd: elsewhere, env })).stdout;
  expect(await svc("--help")).toContain("svc COMMAND [options]");
  // The file of svc mcp is whole: it gets as far as reading its standard input, which is at its end.
  const settings = { ...env, SVC_URL: "http://127.0.0.1:9", SVC_ACCESS_KEY: newAccessKey() };
  const mcp = run(path.join(elsewhere, "node_modules/.bin/svc"), ["mcp"], { cwd: elsewhere, env: settings });
  mcp.child.stdin?.end();
  expect(await mcp).toEqual({ stdout: "", stderr: "" });
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
    private?: boolean;
  };
  expect(await svc("--version")).toBe(`${manifest.version}\n`);
  // npm packs a private package too, and refuses only to publish it.
  expect(manifest.private).toBeUndefined();
});
