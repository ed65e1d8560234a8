// Finds the unpacked deployable folder of the npm package, or unpacks it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const archive = path.join(here, "app.br");

/** Runs a command of the deployable folder in this process. */
export async function runFromApp(command) {
  // Some files are looked for from the running script upwards, and the vault's workers run it too.
  process.argv[1] = path.join(appFolder(), command);
  await import(pathToFileURL(process.argv[1]).href);
}

/** Beside the archive; if this user may not write there, in their own cache, under the archive's digest. */
function appFolder() {
  const beside = path.join(here, "app");
  if (existsSync(beside)) return beside;
  if (mayWrite(here)) return unpacked(beside);
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
  const own = path.join(cache, "secrets-vault", digest);
  if (!existsSync(own)) return unpacked(own, "Set XDG_CACHE_HOME to a folder that this user may write to.");
  // Its code runs with this user's rights.
  if (process.getuid && statSync(own).uid !== process.getuid()) {
    process.stderr.write(
      `\n${own} belongs to another user: delete it, or set XDG_CACHE_HOME to a folder of your own.\n`,
    );
    process.exit(1);
  }
  return own;
}

/** In another process, because unpacking takes memory that the vault doesn't need. */
function unpacked(folder, advice = "") {
  const { status } = spawnSync(process.execPath, [path.join(here, "npm-unpack.mjs"), archive, folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) {
    process.stderr.write(`\nThe vault could not be unpacked to ${folder}: see above. ${advice}\n`);
    process.exit(1);
  }
  return folder;
}

function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
