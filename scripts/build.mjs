// Builds what production runs: the pages with Next, and the server with the API's route handlers with esbuild. Does
// nothing if the build is up to date.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSvc } from "../packages/svc/build.mjs";
import { bundleServer, bundleSharePage } from "./build/bundle.mjs";
import { makeCompileCache } from "./build/compile-cache.mjs";
import { addCompileHints } from "./build/compile-hints.mjs";
import { digest, nextEnvironment, root, runQuietly, setup, timed } from "./setup.mjs";

const stampFile = path.join(root, "dist/.stamp");
const sources = [
  "app",
  "components",
  "lib",
  "packages",
  "prisma",
  "public",
  "scripts",
  "middleware.page.ts",
  "middleware.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const left = new Set(["dist", "generated", "generated-postgresql", "swagger-ui", "share-page", "node_modules"]);

/**
 * Every source file of the build, with its size and date. Each start and each operator's command waits for this list:
 * only files are looked at, and names are joined as they are.
 */
function filesIn(place, isFolder = false) {
  if (!isFolder) {
    const stat = statSync(`${root}/${place}`, { throwIfNoEntry: false });
    if (!stat) return [];
    if (!stat.isDirectory()) return [{ place, seen: `${place} ${stat.size} ${stat.mtimeMs}` }];
  }
  return readdirSync(`${root}/${place}`, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (left.has(entry.name) ? [] : filesIn(`${place}/${entry.name}`, entry.isDirectory())));
}

/**
 * Identifies the sources of a build. Files with the same size and date count as unchanged, so that a start takes
 * milliseconds. If any differ, the contents decide, since a clone, a copy and a checkout get new dates.
 */
function sourceStamp() {
  const files = sources.flatMap((source) => filesIn(source));
  return {
    seen: digest(files.map(({ seen }) => seen).join("\0")),
    contents: () => digest(...files.flatMap(({ place }) => [place, readFileSync(path.join(root, place))])),
  };
}

/** The stamps of the sources that were built; none if there is no whole build. */
const builtStamps = () =>
  existsSync(stampFile) && existsSync(path.join(root, ".next/BUILD_ID"))
    ? readFileSync(stampFile, "utf8").split("\n")
    : [];

/** Whether something is built and installed, and whether it is of these sources. */
export function lookAtBuild() {
  const [builtSeen, builtContents] = existsSync(path.join(root, "node_modules")) ? builtStamps() : [];
  if (builtSeen === undefined) return "none";
  const { seen, contents } = sourceStamp();
  return seen === builtSeen || contents() === builtContents ? "current" : "former";
}

/** With `tools`, also installs what testing needs. */
export async function build({ tools = false } = {}) {
  await setup({ tools });
  const { seen, contents } = sourceStamp();
  const [builtSeen, builtContents] = builtStamps();
  if (seen === builtSeen) return;
  const now = contents();
  if (now !== builtContents) await buildAll();
  writeFileSync(stampFile, `${seen}\n${now}`);
}

async function buildAll() {
  process.stdout.write("Building…\n");
  // An interrupted build must not count as one.
  rmSync(stampFile, { force: true });
  await Promise.all([
    timed("Built the server and svc", () =>
      Promise.all([bundleServer(), bundleSharePage(), buildSvc()]).then(() => undefined),
    ),
    // `npm run verify` checks the types; a start need not wait for that.
    timed("Built the pages", () =>
      runQuietly(process.execPath, [path.join(root, "node_modules/next/dist/bin/next"), "build"], {
        what: "Building the pages",
        env: nextEnvironment,
      }).then(addCompileHints),
    ),
  ]);
  await timed("Tried the pages, and kept what V8 made of them", makeCompileCache);
  // Its process would otherwise stay as long as the vault that was built.
  await (await import("esbuild")).stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ tools: process.argv.includes("--tools") });
