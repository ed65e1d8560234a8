// An operator's command as `npx svc-admin` runs it, without its look at every source file.
import path from "node:path";
import { pathToFileURL } from "node:url";

const dist = path.resolve(import.meta.dirname, "../../../dist");
process.env.NODE_ENV = "production";
const { run } = await import(pathToFileURL(path.join(dist, "admin.mjs")).href);
process.exitCode = await run({ migrationsFolder: path.join(dist, "migrations") }, process.argv.slice(2));
