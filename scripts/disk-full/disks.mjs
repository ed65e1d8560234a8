// File systems in memory, small enough to be filled to the last byte.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** How often a full disk is filled again: a checkpoint, for example, frees some of it. */
const refillMs = 50;

/** A folder for disks. `remove` unmounts and deletes all of it. */
export function makePlace() {
  const place = mkdtempSync(path.join(os.tmpdir(), "vault-disk-full-"));
  chmodSync(place, 0o755);
  const mounted = [];
  return {
    place,
    /** A disk of so many MB that belongs to a user by that name. */
    disk(name, megabytes, user) {
      const folder = path.join(place, name);
      mkdirSync(folder);
      const owner = ["u", "g"].map((kind) => execFileSync("id", [`-${kind}`, user], { encoding: "utf8" }).trim());
      const options = `size=${megabytes}m,mode=700,uid=${owner[0]},gid=${owner[1]}`;
      execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
      mounted.push(folder);
      return folder;
    },
    remove() {
      for (const folder of mounted) spawnSync("umount", ["--lazy", folder]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Fills a disk to the last byte and keeps it full until the returned function frees it. */
export function fill(folder) {
  const file = path.join(folder, "filler");
  const handle = openSync(file, "a");
  const bytes = Buffer.alloc(64 * 1024);
  const more = () => {
    for (let size = bytes.length; size >= 1;)
      try {
        writeSync(handle, bytes, 0, size);
      } catch (error) {
        if (error.code !== "ENOSPC") throw error;
        size = Math.floor(size / 16);
      }
  };
  more();
  const clock = setInterval(more, refillMs);
  return () => {
    clearInterval(clock);
    closeSync(handle);
    rmSync(file);
  };
}

export const isFull = (folder) => statfsSync(folder).bavail === 0;
