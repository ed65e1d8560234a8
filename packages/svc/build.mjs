// One file without dependencies: src/main.ts with the parts of lib/ it reads, for Node 20 and newer.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));

export async function buildSvc() {
  const esbuild = await import("esbuild");
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const outfile = path.join(folder, "dist/svc.cjs");
  const {
    outputFiles: [file],
  } = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ["src/main.ts"],
    outfile,
    write: false,
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    // require() starts faster than the loader of modules.
    supported: { "dynamic-import": false },
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    define: { SVC_VERSION: JSON.stringify(version) },
    legalComments: "none",
    logLevel: "warning",
  });
  // In one step: packing builds it anew, perhaps while somebody runs it.
  mkdirSync(path.dirname(outfile), { recursive: true });
  writeFileSync(`${outfile}.${process.pid}.tmp`, file.contents, { mode: 0o755 });
  renameSync(`${outfile}.${process.pid}.tmp`, outfile);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSvc();
