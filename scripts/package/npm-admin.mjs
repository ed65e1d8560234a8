#!/usr/bin/env node
// The command svc-admin of the npm package: an operator's command, on the data of the folder in which it is run.
import { runFromApp } from "./npm-app-folder.mjs";

await runFromApp("admin.mjs");
