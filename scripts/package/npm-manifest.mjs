// Around `npm pack`, which takes package.json as it is: before it, `published` writes the one that belongs into the package;
// after it, `source` puts ours back. Built, the vault needs one package of native parts from the registry and nothing else.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, root } from "../setup.mjs";

const manifestFile = path.join(root, "package.json");
const sourceFile = path.join(root, "dist/package.source.json");

/** Has its binary for each platform in a package of its own, so that one for all platforms can't contain them. */
export const native = ["@node-rs/argon2"];

/**
 * The package's manifest. What is not needed there becomes a development dependency, which npm ignores in packages: if packing
 * is interrupted, this folder still works with it.
 */
function publishedManifest(source) {
  const isNative = ([name]) => native.includes(name);
  const dependencies = Object.entries(source.dependencies);
  return {
    ...source,
    bin: { [source.name]: "dist/npm/secrets-vault.mjs", "svc-admin": "dist/npm/svc-admin.mjs" },
    files: ["dist/npm"],
    dependencies: Object.fromEntries(dependencies.filter(isNative)),
    devDependencies: {
      ...Object.fromEntries(dependencies.filter((one) => !isNative(one))),
      ...source.devDependencies,
    },
  };
}

/** In one step: somebody may be reading it. */
function write(text) {
  writeFileSync(`${manifestFile}.tmp`, text);
  renameSync(`${manifestFile}.tmp`, manifestFile);
}

const textOf = (manifest) => `${JSON.stringify(manifest, null, 2)}\n`;
const published = (source) => textOf(publishedManifest(JSON.parse(source)));

function publish() {
  const text = readFileSync(manifestFile, "utf8");
  const kept = existsSync(sourceFile) ? readFileSync(sourceFile, "utf8") : undefined;
  // What an interrupted `npm pack` left is not ours.
  const source = kept !== undefined && text === published(kept) ? kept : text;
  writeFileSync(sourceFile, source);
  write(published(source));
}

function restore() {
  if (!existsSync(sourceFile))
    fail("Another `npm pack` has put package.json back in the meantime: run this one again.");
  write(readFileSync(sourceFile, "utf8"));
  rmSync(sourceFile);
}

if (process.argv[2] === "published") publish();
else if (process.argv[2] === "source") restore();
