// npm run bench: compares the API's cost with that of a handwritten server, in one run. An argument selects cases by
// name; --postgresql runs them on PostgreSQL, --growth beside a million entries of other users, and both beside ten
// million there. --links compares an env file with 210,000 values instead, with --postgresql there.
import path from "node:path";
import { assemble } from "./package.mjs";
import { root, run, setup } from "./setup.mjs";

await setup({ tools: true });
const isOfLinks = process.argv.includes("--links");
const deployedMegabytes = isOfLinks ? 0 : await assemble();
const esbuild = await import("esbuild");
await esbuild.build({
  absWorkingDir: root,
  entryPoints: {
    main: "tests/bench/main.ts",
    floor: "tests/bench/floor/floor.ts",
    links: "tests/bench/links.ts",
    "others-worker": "tests/bench/seeds/others-worker.ts",
  },
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
// The bundle lies elsewhere than the file that looks for the server's package.
process.env.TEST_POSTGRESQL_FOLDER ??= root;
run(
  process.execPath,
  [
    path.join(root, `dist/bench/${isOfLinks ? "links" : "main"}.mjs`),
    `--deployed-megabytes=${deployedMegabytes}`,
    ...process.argv.slice(2),
  ],
  { what: "The bench" },
);
