import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { aUserWithKey } from "../support/callers/actors";
import { report } from "../support/long-runs";
import { ownVaults } from "../support/vaults/own-vaults";
import { svcFile } from "../support/programs/svc";

const { aVault } = ownVaults();
const rounds = 25;
const timesMax = 2;

test("a call of svc takes at most twice the processor time that starting node does", async () => {
  const { baseUrl } = await aVault();
  const { accessKey } = await aUserWithKey({ baseUrl });
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "test" as const,
    HOME: "/nonexistent",
    SVC_URL: baseUrl,
    SVC_ACCESS_KEY: accessKey.key,
  };
  /** Elapsed seconds, and seconds of processor time. */
  const timed = (args: string[]) => {
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", 'TIMEFORMAT="%R %U %S"; time "$0" "$@" > /dev/null', process.execPath, ...args],
      { env, encoding: "utf8" },
    );
    expect(status).toBe(0);
    const [clock = 0, user = 0, system = 0] = stderr.trim().split(" ").map(Number);
    return { clock, processor: user + system };
  };
  const times: Record<"node" | "svc", { clock: number; processor: number }[]> = { node: [], svc: [] };
  // In turns, so that other work on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    times.node.push(timed(["-e", "0"]));
    times.svc.push(timed([svcFile, "ls"]));
  }
  const median = (who: "node" | "svc", what: "clock" | "processor") =>
    times[who].map((time) => time[what]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const ratio = (what: "clock" | "processor") => Number((median("svc", what) / median("node", what)).toFixed(2));
  report({ figure: "svc ls against node -e 0", processor: ratio("processor"), clock: ratio("clock"), rounds });
  // The elapsed time includes the vault's response and other work on the machine.
  expect(ratio("processor")).toBeLessThanOrEqual(timesMax);
});
