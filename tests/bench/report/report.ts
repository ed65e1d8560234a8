import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { plot } from "./plot";

export type Figures = { cpuMs: number; databaseMs: number; perSecond: number; p50: number; p99: number };
export type CaseResult = {
  name: string;
  reach: number | null;
  at: { connections: number; base: Figures; vault: Figures; cpuRatio: number }[];
};
export type Report = {
  results: readonly CaseResult[];
  /** Resident memory in MB. */
  idle: { vault: number; base: number };
  after: { vault: number; base: number };
  startMs: number;
  /** The deployed size without Node. */
  deployedMegabytes: number;
  machine: string;
  commit: string;
  against: string;
  /** The other accounts, in a report of growth. */
  accounts: number;
  /** Further parts of the page. */
  more: readonly string[];
};
export type Kind = "sqlite" | "postgresql" | "growth" | "growth-postgresql";

/** What an operation may cost with the others, as a multiple of what it costs without. */
export const growthAims: Partial<Record<Kind, number>> = { growth: 1.2, "growth-postgresql": 1.5 };

const titles: Record<Kind, string> = {
  sqlite: "SQLite",
  postgresql: "PostgreSQL",
  growth: "A million entries of ten thousand others in the database",
  "growth-postgresql": "Ten million entries of ten thousand others in the database, PostgreSQL",
};
const handWritten =
  '"The floor" is a server written by hand for speed alone: `node:http`, prepared statements, the same columns, JSON bytes and\ncryptography, and none of the checks. Both take turns in one run; the ratio is that of their CPU time a request.';
const comparisons: Record<Kind, string> = {
  sqlite: handWritten,
  postgresql: handWritten,
  growth:
    "The vault is compared with itself, with no other users' entries in the database. Each of the others has a tenth as many former\nvalues as entries, and as many records of the activity.",
  "growth-postgresql":
    "The vault is compared with itself, with no other users' entries in the database: two databases on one server, which has 2 GB of\nshared buffers and the usual settings. Each of the others has 1,000 entries, 100 former values and 1,000 records of the activity; their\nrows lie mixed. The ratio is that of the CPU of vault and PostgreSQL together.",
};
const files: Record<Kind, string> = {
  sqlite: "docs/bench",
  postgresql: "docs/bench-postgresql",
  growth: "docs/bench-growth",
  "growth-postgresql": "docs/bench-growth-postgresql",
};

/** The report as text. If everything was measured, it is stored in docs/, and the README gets one sentence of it. */
export function writeReport(kind: Kind, report: Report, whole: boolean): string {
  const isGrowth = growthAims[kind] !== undefined;
  const made = `Made by \`npm run bench${kind === "sqlite" ? "" : ` -- --${kind.replace("-", " --")}`}\` at ${report.commit} on ${report.machine}.`;
  const plotted = isGrowth
    ? []
    : [`![CPU a request against ${report.against}, ${titles[kind]}](${path.basename(files[kind])}.svg)`];
  const parts = [
    `# The API's cost: ${titles[kind]}`,
    made,
    comparisons[kind],
    ...plotted,
    markdown(kind, report),
    ...report.more,
  ];
  const text = `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
  if (!whole) return text;
  writeFileSync(`${files[kind]}.md`, text);
  if (!isGrowth)
    writeFileSync(
      `${files[kind]}.svg`,
      plot(`CPU a request against ${report.against}, ${titles[kind]}`, report.results),
    );
  if (kind === "sqlite") showInReadme(summary(report));
  return text;
}

const atTen = ({ at }: CaseResult) => at.find(({ connections }) => connections === 10);

/**
 * CPU at 10 connections, where neither server waits for the client; rates and latencies at each number of connections.
 */
function markdown(kind: Kind, { results, idle, after, startMs, deployedMegabytes, against }: Report): string {
  const lines = [
    `| | CPU a request, vault / ${against} | ratio | aim | req/s at 1 · 10 · 50 (${against}) | p50 / p99 ms at 50 (${against}) |`,
    "|---|---|---|---|---|---|",
  ];
  for (const result of results) {
    const [ten, fifty] = [atTen(result), result.at.find(({ connections }) => connections === 50)];
    if (!ten || !fifty) continue;
    const aim = growthAims[kind] ?? result.reach;
    const rates = result.at
      .map(({ vault, base }) => `${Math.round(vault.perSecond)} (${Math.round(base.perSecond)})`)
      .join(" · ");
    lines.push(
      `| ${result.name} | ${cpuText(ten.vault)} / ${cpuText(ten.base)} ms | ${ten.cpuRatio.toFixed(2)} × | ${aim === null ? "–" : `≤ ${aim} ×`} | ${rates} | ${fifty.vault.p50.toFixed(1)} / ${fifty.vault.p99.toFixed(1)} (${fifty.base.p50.toFixed(1)} / ${fifty.base.p99.toFixed(1)}) |`,
    );
  }
  lines.push(
    "",
    `Start to first answer: ${(startMs / 1000).toFixed(2)} s. Resident memory: ${idle.vault.toFixed(0)} MB idle, ${after.vault.toFixed(0)} MB after the load (${against}: ${idle.base.toFixed(0)} and ${after.base.toFixed(0)}). Deployed: ${deployedMegabytes.toFixed(1)} MB beside Node.`,
    "",
  );
  return lines.join("\n");
}

/** Of the vault, and of the database's server if that counts. */
const cpuText = ({ cpuMs, databaseMs }: Figures) =>
  cpuMs.toFixed(3) + (databaseMs > 0 ? ` + ${databaseMs.toFixed(3)}` : "");

/** One sentence about the most frequent operations. */
function summary({ results, idle, startMs, machine, commit }: Report): string {
  const figures = (name: string) => {
    const found = results.find((result) => result.name === name);
    const ten = found && atTen(found);
    if (!ten) throw new Error(`The bench has no case "${name}" at 10 connections.`);
    return { cpu: `${ten.vault.cpuMs.toFixed(3)} ms`, rate: Math.round(ten.vault.perSecond) };
  };
  const [list, reveal] = [figures("list 100 entries"), figures("reveal an entry")];
  return `At 10 connections: ${list.cpu} of CPU to list 100 entries (${list.rate} requests a second), ${reveal.cpu} to reveal one (${reveal.rate} a second). First answer ${(startMs / 1000).toFixed(2)} s after the start; ${idle.vault.toFixed(0)} MB of memory idle. Measured at ${commit} on ${machine}.`;
}

function showInReadme(text: string): void {
  const [begin, end] = ["<!-- bench -->", "<!-- /bench -->"];
  const readme = readFileSync("README.md", "utf8");
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md has no place for the bench: ${begin} … ${end}`);
  writeFileSync("README.md", `${readme.slice(0, from + begin.length)}\n${text}\n${readme.slice(to)}`);
}
