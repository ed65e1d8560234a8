import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { cases, casesOfGrowth } from "./cases";
import { commandCosts, commandsText } from "./commands";
import { compare, wholeCpu } from "./load/compare";
import { grown, grownOnPostgresql, onPostgresql, onSqlite } from "./contest";
import { median, residentMegabytes } from "./load/measure";
import { plansText, queryPlans } from "./plans";
import { growthAims, writeReport } from "./report/report";
import { rowsScanned, scansText, sizesText, tableSizes } from "./row-sizes";
import type { CaseResult } from "./report/report";
import type { Running } from "./load/servers";

const arguments_ = process.argv.slice(2);
const only = arguments_.find((argument) => !argument.startsWith("--"));
const valueOf = (name: string) =>
  arguments_.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const has = (name: string) => arguments_.includes(`--${name}`);
const kind = has("growth")
  ? has("postgresql")
    ? "growth-postgresql"
    : "growth"
  : has("postgresql")
    ? "postgresql"
    : "sqlite";
const isGrowth = kind === "growth" || kind === "growth-postgresql";
/** What of the growth is measured: the API, what the queries read, the operator's commands. */
const parts = valueOf("parts")?.split(",") ?? ["api", "plans", "commands"];
/** A folder whose databases are kept, and used again. */
const kept = valueOf("kept");
const accounts = Number(valueOf("accounts") ?? 10_000);
const size = { entries: kind === "growth" ? 100 : 1_000, past: true };
const effort = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  milliseconds: Number(process.env.BENCH_STRETCH_MS ?? 500),
};
const starts = 5;
const deployedMegabytes = Number(valueOf("deployed-megabytes"));

const folder = kept ?? mkdtempSync(path.join(os.tmpdir(), "vault-bench-"));
if (kept) mkdirSync(kept, { recursive: true });
const makeContest = {
  sqlite: () => onSqlite(folder),
  postgresql: () => onPostgresql(folder),
  growth: () => grown(folder, { accounts, size }),
  "growth-postgresql": () => grownOnPostgresql(folder, { accounts, size, isKept: kept !== undefined }),
}[kind];
const contest = await makeContest();
const running: Running[] = [];
const started = async (server: Promise<Running>) => {
  running.push(await server);
  return server;
};
const specs = (isGrowth ? casesOfGrowth : cases).filter(({ name }) => !only || new RegExp(only, "u").test(name));
const more: string[] = [];
const vaultUrl = contest.places?.vault.env["DATABASE_URL"];
const baseUrl = contest.places?.base.env["DATABASE_URL"];
try {
  const scannedBefore = vaultUrl && (await rowsScanned(vaultUrl));
  const [vault, base] = [await started(contest.startVault()), await started(contest.startBase())];
  const memory = () => ({ vault: residentMegabytes(vault.pid), base: residentMegabytes(base.pid) });
  const idle = memory();
  const results: CaseResult[] = [];
  for (const spec of parts.includes("api") ? specs : []) {
    const result = await compare(spec, contest.owners, base, vault, contest.databaseProcesses, effort);
    results.push(result);
    process.stdout.write(
      `${spec.name.padEnd(28)} ${result.at.map((at) => `@${at.connections}: ${at.cpuRatio.toFixed(2)}× (${wholeCpu(at.vault).toFixed(3)}/${wholeCpu(at.base).toFixed(3)} ms)`).join("   ")}   reach ${growthAims[kind] ?? spec.reach ?? "–"}\n`,
    );
  }
  const after = memory();
  for (const server of running.splice(0)) await server.end();
  const startMs: number[] = [];
  for (let round = 0; parts.includes("api") && round < starts; round += 1) {
    const again = await started(contest.startVault());
    startMs.push(again.startMs);
    await again.end();
    running.pop();
  }
  if (vaultUrl && scannedBefore && parts.includes("api"))
    more.push(scansText(scannedBefore, await rowsScanned(vaultUrl)));
  if (baseUrl && vaultUrl && parts.includes("plans")) {
    more.push(sizesText(await tableSizes(vaultUrl)));
    const plans = await queryPlans({ base: baseUrl, vault: vaultUrl }, contest.owners.medium);
    for (const refusal of plans.refused) process.stdout.write(`not planned: ${refusal}\n`);
    more.push(plansText(plans));
  }
  if (isGrowth && parts.includes("commands")) {
    const chosen = valueOf("commands");
    more.push(commandsText(await commandCosts(contest, chosen === undefined ? undefined : new RegExp(chosen, "u"))));
  }
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 1e9)} GB, Node ${process.versions.node}`;
  const commit = execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], { encoding: "utf8" }).trim();
  const isWhole = !only && !kept && valueOf("parts") === undefined && accounts === 10_000;
  process.stdout.write(
    `\n${writeReport(kind, { results, idle, after, startMs: median(startMs), deployedMegabytes, machine, commit, against: contest.against, accounts, more }, isWhole)}`,
  );
} finally {
  for (const server of running) await server.end();
  await contest.end();
  if (!kept) rmSync(folder, { recursive: true, force: true });
}
