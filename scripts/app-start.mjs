// The start command of the deployable folder, where everything is built: no npm, no compiler, nothing written here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
const folder = path.dirname(fileURLToPath(import.meta.url));
// As the server of Next's own standalone output does: the settings as built, so that Next looks for no compiler to read them.
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(
  JSON.parse(readFileSync(path.join(folder, ".next/required-server-files.json"), "utf8")).config,
);
const { start } = await import("./dist/server.mjs");
await start(folder);
