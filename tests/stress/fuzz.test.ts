import { readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { sharedBaseUrl } from "../support/callers/actors";
import { report, sizes } from "../support/long-runs";
import { fuzz, hangMs } from "../support/fuzz/run";
import { ownVaults } from "../support/vaults/own-vaults";
import { manyFailures } from "../support/vaults/server";

const { aVault } = ownVaults();
const { fuzzRequests, timeoutMs } = sizes;
const seed = Number(process.env.FUZZ_SEED ?? 20261121);

const residentMegabytes = (pid: number | undefined) =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024) / 1e6;

test(
  `of ${fuzzRequests} broken requests of every operation none ends in a 5xx or hangs, and memory does not grow (seed ${seed})`,
  async () => {
    const vault = fuzzRequests > 1_000 ? await aVault({ env: manyFailures }) : undefined;
    const resident: number[] = [];
    const { requests, statuses, faults, slowestMs, busiestMs } = await fuzz({
      baseUrl: vault?.baseUrl ?? sharedBaseUrl(),
      pid: vault?.process.pid ?? inject("vaultPid"),
      requests: fuzzRequests,
      seed,
      onBatch: () => void (vault && resident.push(residentMegabytes(vault.process.pid))),
    });
    const thirds = [0, 1, 2]
      .map((third) =>
        resident.slice((third * resident.length) / 3, ((third + 1) * resident.length) / 3).sort((a, b) => a - b),
      )
      .map((part) => Math.round(part[Math.floor(part.length / 2)] ?? 0));
    report({
      figure: "fuzz",
      seed,
      requests,
      faults: faults.length,
      slowestMs: Math.round(slowestMs),
      busiestMs,
      statuses: JSON.stringify(statuses),
      residentMbMedianOfEachThird: thirds.join(" "),
    });
    expect(faults).toEqual([]);
    expect(busiestMs).toBeLessThan(hangMs);
    // Most of them reached a contract; otherwise they would prove little.
    expect((statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[204] ?? 0)).toBeGreaterThan(fuzzRequests / 20);
    if (vault) expect(thirds[2]).toBeLessThan((thirds[1] ?? 0) * 1.2);
  },
  timeoutMs,
);
