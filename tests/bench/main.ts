import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Case, cases, type Owners } from "./cases";
import { Connection, requestText } from "./client";
import { load, median, quantile, residentMegabytes, type Stretch } from "./measure";
import { seed } from "./seed";
import { type Running, startFloor, startVault } from "./servers";
import { type CaseResult, markdown } from "./report";

const only = process.argv[2];
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const milliseconds = Number(process.env.BENCH_STRETCH_MS ?? 500);
const connectionCounts = [1, 10, 50];

/** Both must answer alike, or the comparison would be of different work. */
async function assertAlike({ name, varies, call }: Case, owners: Owners, servers: readonly Running[]): Promise<void> {
  const next = call(owners);
  const answers = await Promise.all(
    servers.map(async ({ port }) => {
      const connection = await Connection.open(port);
      const answer = await connection.send(requestText(next()), { keep: true });
      connection.close();
      return answer;
    }),
  );
  const [floor, vault] = answers;
  if (floor?.status !== vault?.status || (vault?.status ?? 500) >= 300 || (!varies && floor?.body !== vault?.body)) {
    throw new Error(`${name}: floor and vault answer differently: ${floor?.status} ${floor?.body.slice(0, 300)}\n${vault?.status} ${vault?.body.slice(0, 300)}`);
  }
}

/** Floor and vault by turns, so that whatever else the machine does falls on both. */
async function compare(spec: Case, owners: Owners, floor: Running, vault: Running): Promise<CaseResult> {
  await assertAlike(spec, owners, [floor, vault]);
  const next = spec.call(owners);
  for (const server of [floor, vault]) await load(server, next, { connections: 10, milliseconds });
  const at = [];
  for (const connections of connectionCounts) {
    const taken: { floor: Stretch; vault: Stretch }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      taken.push({ floor: await load(floor, next, { connections, milliseconds }), vault: await load(vault, next, { connections, milliseconds }) });
    }
    const of = (name: "floor" | "vault") => {
      const stretches = taken.map((pair) => pair[name]);
      const latencies = stretches.flatMap((stretch) => stretch.latencies);
      return { cpuMs: median(stretches.map(({ cpuMs }) => cpuMs)), perSecond: median(stretches.map(({ requests, seconds }) => requests / seconds)), p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
    };
    at.push({ connections, floor: of("floor"), vault: of("vault"), cpuRatio: median(taken.map((pair) => pair.vault.cpuMs / pair.floor.cpuMs)) });
  }
  return { name: spec.name, reach: spec.reach, at };
}

const folder = mkdtempSync(path.join(os.tmpdir(), "vault-bench-"));
const dataDir = path.join(folder, "data");
try {
  const { databaseFile, owners } = await seed(dataDir, { small: 100, medium: 1_000, large: 10_000, writer: 1 });
  const floorFile = path.join(folder, "floor.db");
  cpSync(databaseFile, floorFile);
  const vault = await startVault(dataDir);
  const floor = await startFloor(floorFile, dataDir);
  const idle = { vault: residentMegabytes(vault.pid), floor: residentMegabytes(floor.pid) };
  const results: CaseResult[] = [];
  for (const spec of cases.filter(({ name }) => !only || name.includes(only))) {
    const result = await compare(spec, owners as Owners, floor, vault);
    results.push(result);
    process.stdout.write(`${spec.name.padEnd(28)} ${result.at.map(({ connections, cpuRatio, vault: { cpuMs }, floor: { cpuMs: floorMs } }) => `@${connections}: ${cpuRatio.toFixed(2)}× (${cpuMs.toFixed(3)}/${floorMs.toFixed(3)} ms)`).join("   ")}   reach ${spec.reach ?? "–"}\n`);
  }
  const after = { vault: residentMegabytes(vault.pid), floor: residentMegabytes(floor.pid) };
  await Promise.all([vault.end(), floor.end()]);
  const starts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const again = await startVault(dataDir);
    starts.push(again.startMs);
    await again.end();
  }
  const report = markdown(results, { idle, after, startMs: median(starts) });
  process.stdout.write(`\n${report}`);
  if (!only) writeFileSync("docs/bench.md", report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
