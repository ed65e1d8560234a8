import pg from "pg";
import { failureOf, isAway, type ResilientPg } from "./adapter";
import { readTogether } from "./transaction";
import type { Bound, Query, SqlReader } from "../sql";

type Call = {
  asked: Pick<Bound, "numberedSql" | "values">;
  resolve(rows: Record<string, unknown>[]): void;
  reject(error: unknown): void;
};

/** How many rows are looked for in one message: one connection's server process looks for one after the other. */
const togetherMax = 16;

/**
 * Prepared statements on the adapter's connections. Prisma's query compiler, which takes 60 MB, is not even loaded.
 *
 * Of simultaneous requests, the rows that they look for are asked for in one message: taking a connection, writing to it
 * and reading from it costs several times as much as the question itself. A list has a connection for itself, so that
 * nobody waits for it.
 */
export function postgresqlReader(adapter: ResilientPg): SqlReader {
  let waiting: Call[] = [];

  function send(): void {
    const calls = waiting;
    waiting = [];
    for (let at = 0; at < calls.length; at += togetherMax) void answer(calls.slice(at, at + togetherMax));
  }

  async function answer(calls: readonly Call[]): Promise<void> {
    try {
      const answers = await readTogether(
        adapter,
        calls.map(({ asked }) => asked),
      );
      for (const [index, { resolve }] of calls.entries()) resolve(answers[index]?.rows ?? []);
    } catch (error) {
      if (calls.length === 1 || (isAway(error) && !isCancelled(error)))
        for (const { reject } of calls) reject(failureOf(error));
      else for (const call of calls) void answer([call]);
    }
  }

  const all = <Given, Row>({ numberedSql, bind }: Query<Given, Row>, given: Given, isAlone: boolean) =>
    new Promise<Row[]>((resolve, reject) => {
      const asked = { numberedSql, values: bind(given) };
      const call: Call = { asked, resolve: (rows) => resolve(rows as Row[]), reject };
      if (isAlone) return void answer([call]);
      // Runs after all pending input has been read.
      if (waiting.length === 0) setImmediate(send);
      waiting.push(call);
    });

  return {
    all: (query, given) => all(query, given, true),
    get: async (query, given) => (await all(query, given, false))[0],
  };
}

/** One statement took too long, or an administrator ended it: the others need not fail with it. */
const isCancelled = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "57014";
