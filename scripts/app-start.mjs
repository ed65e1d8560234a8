// The start command of the deployable folder, where everything is built: no npm, no compiler, nothing written here.
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
const { start } = await import("./dist/server.mjs");
await start(path.dirname(fileURLToPath(import.meta.url)));
