import type { Case, Owners } from "../cases";
import { Connection, requestText } from "./client";
import { load, median, quantile, type Stretch } from "./measure";
import type { CaseResult } from "../report/report";
import type { Running } from "./servers";

export type Effort = { rounds: number; milliseconds: number };

const connectionCounts = [1, 10, 50];

/** Both must give the same response; otherwise the comparison would be of different work. */
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
  const [base, vault] = answers;
  if (base?.status !== vault?.status || (vault?.status ?? 500) >= 300 || (!varies && base?.body !== vault?.body)) {
    throw new Error(
      `${name}: the two answer differently: ${base?.status} ${base?.body.slice(0, 300)}\n${vault?.status} ${vault?.body.slice(0, 300)}`,
    );
  }
}

/** The CPU of a request in both processes. */
export const wholeCpu = ({ cpuMs, databaseMs }: { cpuMs: number; databaseMs: number }): number => cpuMs + databaseMs;

/**
 * Measures both servers in turns, so that other work on the machine affects both. The ratio is that of the CPU that
 * a request takes; what the database's processes take counts, if there are any.
 */
export async function compare(
  spec: Case,
  owners: Owners,
  base: Running,
  vault: Running,
  databaseProcesses: (() => number[]) | undefined,
  { rounds, milliseconds }: Effort,
): Promise<CaseResult> {
  await assertAlike(spec, owners, [base, vault]);
  const next = spec.call(owners);
  for (const server of [base, vault]) await load(server, next, { connections: 10, milliseconds });
  const stretch = (server: Running, connections: number) =>
    load(server, next, { connections, milliseconds }, databaseProcesses);
  const at = [];
  for (const connections of connectionCounts) {
    const taken: { base: Stretch; vault: Stretch }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      taken.push({
        base: await stretch(base, connections),
        vault: await stretch(vault, connections),
      });
    }
    const of = (name: "base" | "vault") => {
      const stretches = taken.map((pair) => pair[name]);
      const latencies = stretches.flatMap((stretch) => stretch.latencies);
      return {
        cpuMs: median(stretches.map(({ cpuMs }) => cpuMs)),
        databaseMs: median(stretches.map(({ databaseMs }) => databaseMs)),
        perSecond: median(stretches.map(({ requests, seconds }) => requests / seconds)),
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
      };
    };
    at.push({
      connections,
      base: of("base"),
      vault: of("vault"),
      cpuRatio: median(taken.map((pair) => wholeCpu(pair.vault) / wholeCpu(pair.base))),
    });
  }
  return { name: spec.name, reach: spec.reach, at };
}
