#!/usr/bin/env node
// npm run admin -- <command>, or npx svc-admin <command>: runs an operator's command. Builds only what is missing or
// outdated.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { root } from "./setup.mjs";

await build();
process.env.NODE_ENV = "production";
const { run } = await import(pathToFileURL(path.join(root, "dist/admin.mjs")).href);
process.exitCode = await run({ migrationsFolder: path.join(root, "prisma/migrations") }, process.argv.slice(2));
