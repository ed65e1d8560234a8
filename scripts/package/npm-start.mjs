#!/usr/bin/env node
// The command secrets-vault of the npm package: starts the vault, whose data is in ./data unless VAULT_DATA_DIR says otherwise.
import { runFromApp } from "./npm-app-folder.mjs";

await runFromApp("start.mjs");
