import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { cases } from "./cases";
import { compare } from "./compare";
import { grown, onPostgresql, onSqlite } from "./contest";
import { median, residentMegabytes } from "./measure";
import { writeReport } from "./report";
import type { CaseResult } from "./report";
import type { Running } from "./servers";

const [arguments_, only] = [
  process.argv.slice(2),
  process.argv.slice(2).find((argument) => !argument.startsWith("--")),
];
const kind = arguments_.includes("--growth") ? "growth" : arguments_.includes("--postgresql") ? "postgresql" : "sqlite";
const effort = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  milliseconds: Number(process.env.BENCH_STRETCH_MS ?? 500),
};
const starts = 5;
const deployedMegabytes = Number(
  arguments_.find((argument) => argument.startsWith("--deployed-megabytes="))?.split("=")[1],
);

const folder = mkdtempSync(path.join(os.tmpdir(), "vault-bench-"));
const contest = await { sqlite: onSqlite, postgresql: onPostgresql, growth: grown }[kind](folder);
const running: Running[] = [];
const started = async (server: Promise<Running>) => {
  running.push(await server);
  return server;
};
try {
  const [vault, base] = [await started(contest.startVault()), await started(contest.startBase())];
  const memory = () => ({ vault: residentMegabytes(vault.pid), base: residentMegabytes(base.pid) });
  const idle = memory();
  const results: CaseResult[] = [];
  for (const spec of cases.filter(({ name }) => !only || new RegExp(only, "u").test(name))) {
    const result = await compare(spec, contest.owners, base, vault, effort);
    results.push(result);
    process.stdout.write(
      `${spec.name.padEnd(28)} ${result.at.map((at) => `@${at.connections}: ${at.cpuRatio.toFixed(2)}× (${at.vault.cpuMs.toFixed(3)}/${at.base.cpuMs.toFixed(3)} ms)`).join("   ")}   reach ${kind === "growth" ? 1.2 : (spec.reach ?? "–")}\n`,
    );
  }
  const after = memory();
  for (const server of running.splice(0)) await server.end();
  const startMs: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    const again = await started(contest.startVault());
    startMs.push(again.startMs);
    await again.end();
    running.pop();
  }
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 1e9)} GB, Node ${process.versions.node}`;
  const commit = execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], { encoding: "utf8" }).trim();
  process.stdout.write(
    `\n${writeReport(kind, { results, idle, after, startMs: median(startMs), deployedMegabytes, machine, commit, against: contest.against }, !only)}`,
  );
} finally {
  for (const server of running) await server.end();
  await contest.end();
  rmSync(folder, { recursive: true, force: true });
}
