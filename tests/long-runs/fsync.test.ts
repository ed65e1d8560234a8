import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory } from "@/lib/contracts/vault/categories";
import { scopes } from "@/lib/contracts/access/scopes";
import { aUser, withKey } from "../support/callers/actors";
import { report } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";
import type { RunningVault } from "../support/vaults/server";

const { aFolder, aVault } = ownVaults();
const writes = 50;

/** strace on a running vault: its system calls in order, each with its file. */
async function trace(vault: RunningVault): Promise<{ calls(): Promise<string[]> }> {
  const file = path.join(aFolder(), "trace");
  const strace = spawn(
    "strace",
    [
      "-f",
      "-y",
      "-s",
      "16",
      "-e",
      "trace=fsync,fdatasync,write,writev,sendto",
      "-o",
      file,
      "-p",
      String(vault.process.pid),
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => strace.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    strace.stderr.on("data", (chunk: Buffer) => chunk.toString().includes("attached") && resolve());
    strace.once("error", () => reject(new Error("strace is needed: apt-get install strace")));
  });
  return {
    async calls() {
      strace.kill("SIGINT");
      await ended;
      return readFileSync(file, "utf8").split("\n");
    },
  };
}

/** How many acknowledgements had a completed sync of the write-ahead log between them and the previous one. */
function syncedOf(calls: readonly string[]): { acknowledged: number; synced: number } {
  let [acknowledged, synced, since] = [0, 0, false];
  for (const call of calls) {
    if (/f(data)?sync\(\d+<[^>]*vault\.db-wal>\) += 0/.test(call)) since = true;
    if (!/(write|writev|sendto)\(.*HTTP\/1\.1 201/.test(call)) continue;
    acknowledged += 1;
    if (since) synced += 1;
    since = false;
  }
  return { acknowledged, synced };
}

test(`each of ${writes} acknowledgements follows a sync of the log to disk, at a first start and after a kill -9 and a restart`, async () => {
  const dataDir = aFolder();
  let keyText = "";
  for (const start of ["first", "after kill -9"]) {
    const vault = await aVault({ dataDir });
    keyText ||= (
      await (
        await aUser(vault.baseUrl)
      ).session.call(createAccessKey, { body: { name: "writer", scopes: [...scopes] } })
    ).key;
    const traced = await trace(vault);
    for (let write = 0; write < writes; write += 1)
      await withKey(keyText, vault.baseUrl).call(createCategory, {
        body: { name: `category ${write}`, keyType: "json" },
      });
    const result = syncedOf(await traced.calls());
    report({ figure: "fsync", start, ...result });
    expect(result).toEqual({ acknowledged: writes, synced: writes });
    expect(await vault.stop("SIGKILL")).toBe("SIGKILL");
  }
}, 300_000);
