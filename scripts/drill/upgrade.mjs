// Two releases on one database, under load: the vaults are exchanged for newer ones one by one, as docs/operate/upgrade.md
// says, and one of them for the former again.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "../setup.mjs";
import { whenLeaving } from "./leaving.mjs";
import { familyOf, kill } from "./processes.mjs";
import { startVault, thisRelease } from "./vaults.mjs";

/** How long (ms) a vault takes at most to end, its delay included, and how long the proxy takes to notice a new one. */
const endMsMax = 20_000;
const noticeMs = 2_000;
/** How long (ms) both stand beside each other each time. */
const besideMs = 20_000;

/** Builds the deployable folder of a former release from its commit; resolves to it. All of it goes when the drill ends. */
export async function buildRelease(commit, { repository = root } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "vault-release-"));
  const source = path.join(folder, "source");
  const git = (...words) => spawnSync("git", words, { cwd: repository, encoding: "utf8" });
  let building;
  whenLeaving(() => {
    if (building?.pid) for (const id of familyOf(building.pid)) kill(id);
    // Twice: also if it is still locked, since it was ended while it was made.
    git("worktree", "remove", "--force", "--force", source);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const added = git("worktree", "add", "--detach", source, commit);
  if (added.status !== 0) throw new Error(`git has no tree of ${commit}: ${added.stderr.trim()}`);
  // Not waited for in one piece, so that signals end it.
  building = spawn(process.execPath, [path.join(source, "scripts/package.mjs")], { cwd: source, stdio: "inherit" });
  const [code] = await once(building, "exit");
  building = undefined;
  if (code !== 0) throw new Error(`The release of ${commit} can't be built.`);
  return path.join(source, "dist/app");
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
