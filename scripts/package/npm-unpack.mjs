// node npm-unpack.mjs ARCHIVE FOLDER: unpacks the deployable folder of the npm package.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";

const [archive, folder] = process.argv.slice(2);
/** npm installed it beside the package, for this platform. */
const native = ["@node-rs/argon2"];
/** Binaries for every platform, of which this one needs its own. */
const binaries = "node_modules/@photostructure/sqlite/prebuilds/";
const platform = `${process.platform}-${process.arch}`;

/** The folder of an installed package. */
function packageFolder(name) {
  const places = createRequire(archive).resolve.paths(name) ?? [];
  const found = places.map((place) => path.join(place, name)).find((place) => existsSync(place));
  if (found) return realpathSync(found);
  throw new Error(`The package ${name} is not installed beside this one: install this package with npm.`);
}

/** One by one: under /proc, for example, mkdir's `recursive` tries for ever. */
function makeFolder(name) {
  if (existsSync(name)) return;
  makeFolder(path.dirname(name));
  try {
    mkdirSync(name);
  } catch (error) {
    // Another start may have been faster.
    if (error.code !== "EEXIST") throw error;
  }
}

function unpack(unfinished) {
  const content = brotliDecompressSync(readFileSync(archive));
  const start = content.indexOf("\n") + 1;
  let at = start;
  const index = JSON.parse(content.subarray(0, start).toString("utf8"));
  const isOwn = (name) => name.startsWith(`${binaries}${platform}/`);
  if (!index.some(([name]) => isOwn(name)))
    throw new Error(`This package has no SQLite for ${platform}: run the vault from its source.`);
  for (const [name, size, mode] of index) {
    if (isOwn(name) || !name.startsWith(binaries)) {
      const file = path.join(unfinished, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content.subarray(at, at + size), { mode });
    }
    at += size;
  }
  for (const name of native) {
    const link = path.join(unfinished, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(packageFolder(name), link, "junction");
  }
}

process.umask(0o022);
const unfinished = `${folder}.${process.pid}.tmp`;
try {
  makeFolder(path.dirname(folder));
  mkdirSync(unfinished);
  unpack(unfinished);
  renameSync(unfinished, folder);
} catch (error) {
  if (existsSync(unfinished)) rmSync(unfinished, { recursive: true, force: true });
  // Another start may have been faster.
  if (!existsSync(folder)) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
