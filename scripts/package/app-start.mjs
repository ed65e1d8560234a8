#!/usr/bin/env node
// The start command of the deployable folder. Everything there is built: it needs no npm and no compiler, and writes
// nothing to the folder.
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
const folder = path.dirname(fileURLToPath(import.meta.url));
const { start } = await import("./dist/server.mjs");
await start(folder);
