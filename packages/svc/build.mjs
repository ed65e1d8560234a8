// src/main.ts with the parts of lib/ it reads, as one file without dependencies, for Node 20 and newer. What contains large
// packages of others, or is large itself, is in files of its own, which no other call reads.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));

/** What is read only where it is needed, by the end of the path that it is imported by. */
const apart = [
  { file: "mcp.cjs", source: "src/mcp/server.ts", imported: /\/mcp\/server$/ },
  { file: "import.cjs", source: "src/transfer/import-readers.ts", imported: /\/import-readers$/ },
  { file: "completion.cjs", source: "src/completion/scripts.ts", imported: /\/completion\/scripts$/ },
  { file: "age.cjs", source: "../../lib/age/index.ts", imported: /\/lib\/age$/ },
  { file: "share.cjs", source: "../../lib/share/envelope.ts", imported: /\/lib\/share\/envelope$/ },
];

const shared = {
  absWorkingDir: folder,
  write: false,
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  legalComments: "none",
  logLevel: "warning",
};

const keptApart = {
  name: "kept-apart",
  setup(build) {
    for (const { file, imported } of apart)
      build.onResolve({ filter: imported }, () => ({ path: `./${file}`, external: true }));
  },
};

export async function buildSvc() {
  const esbuild = await import("esbuild");
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const [svc, ...others] = await Promise.all([
    esbuild.build({
      ...shared,
      entryPoints: ["src/main.ts"],
      // require() starts faster than the loader of modules.
      supported: { "dynamic-import": false },
      banner: { js: "#!/usr/bin/env node" },
      define: { SVC_VERSION: JSON.stringify(version) },
      plugins: [keptApart],
    }),
    ...apart.map(({ source }) =>
      esbuild.build({ ...shared, entryPoints: [source], supported: { "dynamic-import": false } }),
    ),
  ]);
  mkdirSync(path.join(folder, "dist"), { recursive: true });
  // The file that needs the others comes last.
  replace("LICENSES.txt", licences(), 0o644);
  for (const [index, { file }] of apart.entries()) replace(file, others[index].outputFiles[0].contents, 0o644);
  replace("svc.cjs", svc.outputFiles[0].contents, 0o755);
}

/** In one step: packing rebuilds it, perhaps while somebody runs it. */
function replace(name, contents, mode) {
  const file = path.join(folder, "dist", name);
  writeFileSync(`${file}.${process.pid}.tmp`, contents, { mode });
  renameSync(`${file}.${process.pid}.tmp`, file);
}

/** The licences of the packages inside of those files, as they ask for. */
function licences() {
  const { resolve } = createRequire(import.meta.url);
  return [
    ...["@modelcontextprotocol/server", "@modelcontextprotocol/core", "zod"],
    ...[
      "fflate",
      "age-encryption",
      "@noble/ciphers",
      "@noble/curves",
      "@noble/hashes",
      "@noble/post-quantum",
      "@scure/base",
    ],
  ]
    .map((name) => {
      const modules = resolve.paths(name).map((place) => path.join(place, name, "LICENSE"));
      return `${name}\n\n${readFileSync(modules.find(existsSync), "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSvc();
