// Two releases on one database, under load: the vaults are exchanged for newer ones one by one, as docs/operate/upgrade.md
// says, and one of them for the former again.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "../setup.mjs";
import { startVault, thisRelease } from "./vaults.mjs";

/** How long (ms) a vault takes at most to end, its delay included, and how long the proxy takes to notice a new one. */
const endMsMax = 20_000;
const noticeMs = 2_000;
/** How long (ms) both stand beside each other each time. */
const besideMs = 20_000;

const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

/** The deployable folder of a former release, built from its commit. `remove` deletes all that this takes. */
export function buildRelease(commit) {
  const source = path.join(mkdtempSync(path.join(os.tmpdir(), "vault-release-")), "source");
  git("worktree", "add", "--detach", source, commit);
  const remove = () => {
    git("worktree", "remove", "--force", source);
    rmSync(path.dirname(source), { recursive: true, force: true });
  };
  try {
    execFileSync(process.execPath, [path.join(source, "scripts/package.mjs")], { cwd: source, stdio: "inherit" });
  } catch (error) {
    remove();
    throw error;
  }
  return { app: path.join(source, "dist/app"), remove };
}

/** Waits until the vault has ended by itself. */
async function stop(machine, child) {
  const ended = new Promise((resolve) => child.once("exit", () => resolve(true)));
  child.kill("SIGTERM");
  if (await Promise.race([ended, wait(endMsMax, false)])) return;
  machine.kill(["vault"]);
  throw new Error(`The vault on ${machine.name} did not end within ${endMsMax / 1_000} seconds.`);
}

/**
 * `running`: each machine's vault, of the former release. `until` waits for a condition that it is told by name. Calls
 * `say` with what was done. Returns how long (s) no write was acknowledged each time, by `pauseSince` (ms).
 */
export async function upgrade({ vaults: [one, other], front, running, former, isReady, until, say, pauseSince }) {
  const pauses = [];
  const exchange = async (machine, app, what) => {
    const at = Date.now();
    await stop(machine, running.get(machine));
    running.set(machine, startVault(machine, front, app));
    await until(`${machine.name} is ready`, () => isReady(machine));
    await wait(noticeMs);
    await wait(besideMs);
    pauses.push(pauseSince(at));
    say(`${pauses.length}. ${machine.name} has ${what}: no write for ${pauses.at(-1).toFixed(1)} s`);
  };
  await exchange(one, thisRelease, "this release, beside the former one");
  await exchange(other, thisRelease, "this release too");
  await exchange(one, former, "the former release again, beside this one");
  await exchange(one, thisRelease, "this release");
  return pauses;
}
