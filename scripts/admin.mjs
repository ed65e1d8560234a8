#!/usr/bin/env node
// npm run admin -- <command>, or npx svc-admin <command>: runs an operator's command. Builds only if nothing is built
// yet: a vault may be running from what is, and after new sources arrived the command must be the running vault's.
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, lookAtBuild } from "./build.mjs";
import { migrationsOf } from "./build/bundle.mjs";
import { root } from "./setup.mjs";

const found = lookAtBuild();
if (found === "none") await build();
if (found === "former")
  process.stderr.write(
    "The sources are newer than the build, and this command is the build's: npm run build, with the vault stopped, builds them.\n",
  );
process.env.NODE_ENV = "production";
const dist = path.join(root, "dist");
const { run } = await import(pathToFileURL(path.join(dist, "admin.mjs")).href);
// A release's build from before it kept its own is still what a backup is taken with.
const own = migrationsOf(dist);
const migrationsFolder = existsSync(own) ? own : path.join(root, "prisma/migrations");
process.exitCode = await run({ migrationsFolder }, process.argv.slice(2));
