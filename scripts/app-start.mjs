// The start command of the deployable folder. Everything there is built: it needs no npm and no compiler, and writes
// nothing to the folder.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
const folder = path.dirname(fileURLToPath(import.meta.url));
// Next's own standalone server does the same: it passes the settings of the build, so that Next needs no compiler to
// read them.
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(
  JSON.parse(readFileSync(path.join(folder, ".next/required-server-files.json"), "utf8")).config,
);
const { start } = await import("./dist/server.mjs");
await start(folder);
