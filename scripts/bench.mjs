// npm run bench: compares the API's cost with that of a handwritten server, in one run. An argument selects cases by
// name; --postgresql runs them on PostgreSQL, --growth beside a million entries of other users.
import path from "node:path";
import { assemble } from "./package.mjs";
import { root, run, setup } from "./setup.mjs";

await setup({ tools: true });
const deployedMegabytes = await assemble();
const esbuild = await import("esbuild");
await esbuild.build({
  absWorkingDir: root,
  entryPoints: { main: "tests/bench/main.ts", floor: "tests/bench/floor.ts" },
  outdir: "dist/bench",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  conditions: ["react-server"],
  logLevel: "warning",
});
run(
  process.execPath,
  [path.join(root, "dist/bench/main.mjs"), `--deployed-megabytes=${deployedMegabytes}`, ...process.argv.slice(2)],
  { what: "The bench" },
);
