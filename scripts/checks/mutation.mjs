// npm run mutation: reports how many small changes to the code the unit tests notice, folder by folder. An argument
// selects one folder. Stryker has its own folder and lock file, so that nobody else has to install it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root, run, setup } from "../setup.mjs";

const home = path.join(root, "tests/mutation");
const stryker = path.join(home, "node_modules/@stryker-mutator/core/bin/stryker.js");
const folders = process.argv[2] ? [process.argv[2]] : ["crypto", "dotenv", "http", "auth"];

await setup({ tools: true });
if (!existsSync(stryker)) run("npm", ["ci", "--prefix", home], { what: "Installing Stryker" });
const below = folders.filter((folder) => {
  process.stdout.write(`\n── lib/${folder}\n`);
  return (
    spawnSync(process.execPath, [stryker, "run", "tests/mutation/stryker.config.mjs"], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, MUTATION_FOLDER: folder },
    }).status !== 0
  );
});
process.stdout.write(
  below.length === 0 ? "\nEach folder's score is 85 % or more\n" : `\nBelow 85 %: ${below.join(", ")}\n`,
);
process.exitCode = below.length === 0 ? 0 : 1;
