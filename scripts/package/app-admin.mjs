#!/usr/bin/env node
// The operator's commands, in the deployable folder.
import path from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
const { run } = await import("./dist/admin.mjs");
process.exitCode = await run(
  { migrationsFolder: path.join(path.dirname(fileURLToPath(import.meta.url)), "prisma/migrations") },
  process.argv.slice(2),
);
