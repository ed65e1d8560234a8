// npm start: takes a clean clone to a running vault. Installs, generates and builds only what is missing or outdated.
import cluster from "node:cluster";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { root } from "./setup.mjs";

// A worker (WORKERS) runs what the process that leads it runs, whatever has changed in the sources since.
if (cluster.isPrimary) await build();
process.env.NODE_ENV = "production";
const { start } = await import(pathToFileURL(path.join(root, "dist/server.mjs")).href);
await start(root);
