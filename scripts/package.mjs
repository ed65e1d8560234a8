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
  cpSync(from, to);
}

function copyTree(name, keep = () => true) {
  for (const entry of readdirSync(path.join(root, name), { withFileTypes: true })) {
    const inside = path.join(name, entry.name);
    if (!keep(inside)) continue;
    if (entry.isDirectory()) copyTree(inside, keep);
    else copy(inside);
  }
}

/**
 * The pages' bundle names each package that it doesn't contain with a hash, and finds it through a link. There are no
 * links in a package of npm, so that in the copy it uses the names themselves.
 */
function nameTheirPackages() {
  if (!existsSync(path.join(root, ".next/node_modules"))) return;
  const links = readdirSync(path.join(root, ".next/node_modules"), { recursive: true })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => lstatSync(path.join(root, ".next/node_modules", name)).isSymbolicLink());
  const names = links.map((link) => {
    const place = path.join(root, ".next/node_modules", link);
    const name = path.relative(path.join(root, "node_modules"), path.resolve(path.dirname(place), readlinkSync(place)));
    if (!link.startsWith(`${name}-`)) fail(`${link} in .next/node_modules leads to ${name}, which has another name.`);
    return [link, name];
  });
  for (const file of readdirSync(path.join(app, ".next/server"), { recursive: true })) {
    if (!file.endsWith(".js")) continue;
    const place = path.join(app, ".next/server", file);
    const text = readFileSync(place, "utf8");
    const named = names.reduce((all, [link, name]) => all.replaceAll(link, name), text);
    if (named !== text) writeFileSync(place, named);
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
  nameTheirPackages();
  // Loaded by name at run time, where no tracer sees it: SQLite for this platform, from its package or compiled here.
  for (const part of [`prebuilds/${process.platform}-${process.arch}`, "build/Release"].map(
    (place) => `node_modules/@photostructure/sqlite/${place}`,
  ))
    if (existsSync(path.join(root, part))) copyTree(part, (name) => !name.includes("obj.target"));
  for (const part of ["data", "icons"]) copyTree(`node_modules/simple-icons/${part}`);
  copyTree("public");
  // The same of Prisma's query compilers, which the bundle reads as files.
  for (const kind of ["sqlite", "postgresql"])
    copy(`node_modules/@prisma/client/runtime/query_compiler_small_bg.${kind}.wasm-base64.mjs`);
  copyTree("prisma/migrations");

  for (const [script, name] of [
    ["app-start.mjs", "start.mjs"],
    ["app-admin.mjs", "admin.mjs"],
    ["app-healthcheck.mjs", "healthcheck.mjs"],
  ])
    cpSync(path.join(root, "scripts/package", script), path.join(app, name));
  // The commands secrets-vault and svc-admin run these files directly.
  for (const command of ["start.mjs", "admin.mjs"]) chmodSync(path.join(app, command), 0o755);
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const bin = { [name]: "start.mjs", "svc-admin": "admin.mjs" };
  writeFileSync(
    path.join(app, "package.json"),
    `${JSON.stringify({ name, version, license, private: true, type: "module", bin }, null, 2)}\n`,
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
