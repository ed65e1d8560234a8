// What `npm start` runs, without its look at every source file: a run of tests builds once, before its first vault.
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "../../..");
process.env.NODE_ENV = "production";
const { start } = await import(pathToFileURL(path.join(root, "dist/server.mjs")).href);
await start(root);
