export type Figures = { cpuMs: number; perSecond: number; p50: number; p99: number };
export type CaseResult = { name: string; reach: number | null; at: { connections: number; floor: Figures; vault: Figures; cpuRatio: number }[] };
export type Whole = { idle: { vault: number; floor: number }; after: { vault: number; floor: number }; startMs: number };

/** CPU at 10 connections, where neither server waits for the client; rates and latencies at each number. */
export function markdown(results: readonly CaseResult[], { idle, after, startMs }: Whole): string {
  const lines = ["| | CPU a request, vault / floor | ratio | aim | req/s at 1 · 10 · 50 (floor) | p50 / p99 ms at 50 (floor) |", "|---|---|---|---|---|---|"];
  for (const { name, reach, at } of results) {
    const ten = at.find(({ connections }) => connections === 10);
    const fifty = at.find(({ connections }) => connections === 50);
    if (!ten || !fifty) continue;
    const rates = at.map(({ vault, floor }) => `${Math.round(vault.perSecond)} (${Math.round(floor.perSecond)})`).join(" · ");
    lines.push(`| ${name} | ${ten.vault.cpuMs.toFixed(3)} / ${ten.floor.cpuMs.toFixed(3)} ms | ${ten.cpuRatio.toFixed(2)} × | ${reach === null ? "–" : `≤ ${reach} ×`} | ${rates} | ${fifty.vault.p50.toFixed(1)} / ${fifty.vault.p99.toFixed(1)} (${fifty.floor.p50.toFixed(1)} / ${fifty.floor.p99.toFixed(1)}) |`);
  }
  lines.push("", `Start to first answer: ${(startMs / 1000).toFixed(2)} s. Resident memory: ${idle.vault.toFixed(0)} MB idle, ${after.vault.toFixed(0)} MB after the load (floor ${idle.floor.toFixed(0)} and ${after.floor.toFixed(0)}).`, "");
  return lines.join("\n");
}
