// src/main.ts with the parts of lib/ it reads, as one file without dependencies, for Node 20 and newer. `svc mcp`, which
// contains the protocol's SDK, is a second one, which no other call reads.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));
const mcpFile = "mcp.cjs";

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

const mcpApart = {
  name: "mcp-apart",
  setup(build) {
    build.onResolve({ filter: /\/mcp\/server$/ }, () => ({ path: `./${mcpFile}`, external: true }));
  },
};

export async function buildSvc() {
  const esbuild = await import("esbuild");
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const [svc, mcp] = await Promise.all([
    esbuild.build({
      ...shared,
      entryPoints: ["src/main.ts"],
      // require() starts faster than the loader of modules.
      supported: { "dynamic-import": false },
      banner: { js: "#!/usr/bin/env node" },
      define: { SVC_VERSION: JSON.stringify(version) },
      plugins: [mcpApart],
    }),
    esbuild.build({ ...shared, entryPoints: ["src/mcp/server.ts"], supported: { "dynamic-import": false } }),
  ]);
  mkdirSync(path.join(folder, "dist"), { recursive: true });
  // The file that needs the others comes last.
  replace("mcp.LICENSES.txt", licences(), 0o644);
  replace(mcpFile, mcp.outputFiles[0].contents, 0o644);
  replace("svc.cjs", svc.outputFiles[0].contents, 0o755);
}

/** In one step: packing builds it anew, perhaps while somebody runs it. */
function replace(name, contents, mode) {
  const file = path.join(folder, "dist", name);
  writeFileSync(`${file}.${process.pid}.tmp`, contents, { mode });
  renameSync(`${file}.${process.pid}.tmp`, file);
}

/** The licences of the packages inside of that file, as they ask for. */
function licences() {
  const { resolve } = createRequire(import.meta.url);
  return ["@modelcontextprotocol/server", "@modelcontextprotocol/core", "zod"]
    .map((name) => {
      const modules = resolve.paths(name).map((place) => path.join(place, name, "LICENSE"));
      return `${name}\n\n${readFileSync(modules.find(existsSync), "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSvc();
