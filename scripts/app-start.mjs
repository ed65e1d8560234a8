// The start command of the deployable folder, where everything is built: no npm, no compiler, nothing written here.
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
const folder = path.dirname(fileURLToPath(import.meta.url));
const { start } = await import("./dist/server.mjs");
await start(folder);
