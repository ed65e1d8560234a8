// Assembles the deployable folder, dist/app: the built server and pages, the migrations, and only those files of
// node_modules that are loaded. `node start.mjs` runs it with nothing but Node. Prints its size.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { fail, root } from "./setup.mjs";

const app = path.join(root, "dist/app");
/** Our part only, without Node and the system, which are the container's own layers. */
const megabytesMax = 80;

/** The parts of .next that serving needs. The rest belongs to the compiler. */
const leftOfNext = new Set([
  "cache",
  "diagnostics",
  "trace",
  "trace-build",
  "types",
  "dev",
  "turbopack",
  "build",
  "node_modules",
  "lock",
]);
/**
 * Traced but never loaded here: compilers, development tools, and image processing, since images are served unchanged.
 */
const leftPackages = new RegExp(
  `^node_modules/(${[
    "(@img|sharp|typescript|esbuild|lightningcss|@babel/(?!runtime)[^/]*|caniuse-lite|@next/swc[^/]*)/",
    "next/dist/(docs|esm|next-devtools|bundles|build/(webpack|babel|turbopack))/",
    "next/dist/compiled/(webpack|babel|babel-packages|terser|browserslist|postcss[^/]*|cssnano-simple|sass-loader|next-devtools|react-server-dom-webpack[^/]*|@modelcontextprotocol|[^/]*-experimental)/",
    ".*\\.(map|dev\\.js|md|d\\.[cm]?ts|ts)$",
    ".*/(test|tests|benchmarks)/",
  ].join("|")})`,
);

/** Every file that the built pages and Next's server load, according to Next's own trace. */
function tracedByNext() {
  const traces = [
    "next-server.js.nft.json",
    ...readdirSync(path.join(root, ".next/server"), { recursive: true })
      .map((name) => `server/${name}`)
      .filter((name) => name.endsWith(".nft.json")),
  ];
  return traces.flatMap((trace) => {
    const file = path.join(root, ".next", trace);
    return JSON.parse(readFileSync(file, "utf8")).files.map((name) =>
      path.relative(root, path.resolve(path.dirname(file), name)),
    );
  });
}

/** Every file that our own bundles load, according to the tracer that ships with Next. */
async function tracedFromBundles() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const bundles = readdirSync(path.join(root, "dist"))
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => path.join(root, "dist", name));
  const { fileList } = await nodeFileTrace(bundles, { base: root, ignore: (name) => leftPackages.test(name) });
  return [...fileList];
}

function copy(name) {
  const from = path.join(root, name);
  const to = path.join(app, name);
  if (existsSync(to)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else cpSync(from, to);
}

function copyTree(name, keep = () => true) {
  for (const entry of readdirSync(path.join(root, name), { withFileTypes: true })) {
    const inside = path.join(name, entry.name);
    if (!keep(inside)) continue;
    if (entry.isDirectory()) copyTree(inside, keep);
    else copy(inside);
  }
}

function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const name = path.join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(name) : lstatSync(name).size);
  }, 0);
}

/** Returns the folder's size in MB (10^6 bytes). */
export async function assemble() {
  await build();
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });

  const names = new Set([...tracedByNext(), ...(await tracedFromBundles())]);
  for (const name of names)
    if (
      name.startsWith("node_modules/") &&
      !leftPackages.test(name) &&
      existsSync(path.join(root, name)) &&
      !lstatSync(path.join(root, name)).isDirectory()
    )
      copy(name);
  for (const bundle of readdirSync(path.join(root, "dist"))) if (bundle.endsWith(".mjs")) copy(`dist/${bundle}`);
  copyTree(
    ".next",
    (name) =>
      !(path.dirname(name) === ".next" && leftOfNext.has(path.basename(name))) &&
      !name.endsWith(".nft.json") &&
      !name.endsWith(".map"),
  );
  // The pages' bundle finds its packages through these links.
  copyTree(".next/node_modules");
  // Loaded by name at run time, where no tracer sees it: SQLite for this platform, from its package or compiled here.
  for (const part of [`prebuilds/${process.platform}-${process.arch}`, "build/Release"].map(
    (place) => `node_modules/@photostructure/sqlite/${place}`,
  ))
    if (existsSync(path.join(root, part))) copyTree(part, (name) => !name.includes("obj.target"));
  for (const part of ["data", "icons"]) copyTree(`node_modules/simple-icons/${part}`);
  copyTree("public");
  copyTree("prisma/migrations");

  for (const [script, name] of [
    ["app-start.mjs", "start.mjs"],
    ["app-admin.mjs", "admin.mjs"],
    ["app-healthcheck.mjs", "healthcheck.mjs"],
  ])
    cpSync(path.join(root, "scripts", script), path.join(app, name));
  // The command svc-admin runs this file directly.
  chmodSync(path.join(app, "admin.mjs"), 0o755);
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  writeFileSync(
    path.join(app, "package.json"),
    `${JSON.stringify({ name, version, license, private: true, type: "module", bin: { "svc-admin": "admin.mjs" } }, null, 2)}\n`,
  );

  const parts = readdirSync(app).map((part) => ({
    part,
    bytes: lstatSync(path.join(app, part)).isDirectory()
      ? bytesBelow(path.join(app, part))
      : lstatSync(path.join(app, part)).size,
  }));
  const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  for (const { part, bytes } of parts.sort((left, right) => right.bytes - left.bytes).slice(0, 5))
    process.stdout.write(`${(bytes / 1e6).toFixed(1).padStart(7)} MB  ${part}\n`);
  process.stdout.write(`${megabytes.toFixed(1).padStart(7)} MB  dist/app in total (at most ${megabytesMax})\n`);
  if (megabytes > megabytesMax)
    fail(`dist/app is larger than ${megabytesMax} MB: find out which files were traced without need.`);
  return megabytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await assemble();
