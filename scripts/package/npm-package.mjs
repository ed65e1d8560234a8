// Assembles what the package for npm consists of, dist/npm: the deployable folder as one compressed file, and the commands that
// unpack it once. npm writes a package's files to disk four times before `npx` runs it: thousands of them would take minutes.
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { native } from "./npm-manifest.mjs";
import { assemble } from "../package.mjs";
import { root } from "../setup.mjs";

const app = path.join(root, "dist/app");
const folder = path.join(root, "dist/npm");

/**
 * SQLite's binaries for every platform, of which unpacking takes one. As a package of its own npm would warn that its makers
 * test it on newer releases of Node than the vault does (docs/decisions/storage.md), and load twice as much.
 */
const sqlite = "node_modules/@photostructure/sqlite";

function sqliteFiles() {
  const binaries = readdirSync(path.join(root, sqlite, "prebuilds"), { recursive: true }).map(
    (name) => `prebuilds/${name}`,
  );
  return ["LICENSE", ...binaries].map((name) => `${sqlite}/${name.split(path.sep).join("/")}`);
}

/** One line of JSON with each file's path, size and mode; then the files' bytes, in this order. Compressed as a whole. */
function archive() {
  const ofNative = native.map((name) => `node_modules/${path.dirname(name)}/`);
  const ofApp = readdirSync(app, { recursive: true })
    .map((name) => name.split(path.sep).join("/"))
    // What was compiled for this machine, or by this Node, is of no use elsewhere.
    .filter(
      (name) =>
        ![...ofNative, `${sqlite}/prebuilds/`, `${sqlite}/build/`, ".next/compile-cache.bin"].some((start) =>
          name.startsWith(start),
        ),
    );
  const files = [...ofApp.map((name) => [name, app]), ...sqliteFiles().map((name) => [name, root])]
    .map(([name, folder]) => ({ name, place: path.join(folder, name) }))
    .filter(({ place }) => lstatSync(place).isFile())
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, place }) => ({ name, bytes: readFileSync(place), mode: lstatSync(place).mode }));
  const index = files.map(({ name, bytes, mode }) => [name, bytes.length, mode & 0o100 ? 0o755 : 0o644]);
  const text = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(({ bytes }) => bytes)]);
  // The highest qualities take minutes and save a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(text, { params });
}

await assemble();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "app.br"), archive());
for (const [script, name] of [
  ["npm-start.mjs", "secrets-vault.mjs"],
  ["npm-admin.mjs", "svc-admin.mjs"],
  ["npm-app-folder.mjs", "npm-app-folder.mjs"],
  ["npm-unpack.mjs", "npm-unpack.mjs"],
]) {
  cpSync(path.join(root, "scripts/package", script), path.join(folder, name));
  chmodSync(path.join(folder, name), 0o755);
}
process.stdout.write(
  `${(lstatSync(path.join(folder, "app.br")).size / 1e6).toFixed(1).padStart(7)} MB  dist/npm/app.br\n`,
);
