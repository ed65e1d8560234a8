import type pg from "pg";
import { isAway, type ResilientPg, rethrow } from "./postgresql-adapter";
import type { SettledClient } from "./postgresql-client";
import { type Answer, pipeline } from "./postgresql-pipeline";
import { statement } from "./postgresql-statements";
import type { Bound } from "./sql";

/**
 * Sends statements in one round trip. With `end` they are the transaction's last ones, and it is durable (or taken back)
 * when this resolves.
 */
export type Ask = (
  statements: readonly Pick<Bound, "numberedSql" | "values">[],
  end?: "COMMIT" | "ROLLBACK",
) => Promise<readonly Answer[]>;

/** Runs `work` in a transaction on a connection of its own, without Prisma. Its last question must end it. */
export async function transaction<R>(adapter: ResilientPg, work: (ask: Ask) => Promise<R>): Promise<R> {
  const pool = await adapter.driver();
  const client = (await pool.connect().catch(rethrow)) as pg.PoolClient & SettledClient;
  // The question that it fails reports it.
  const ignore = () => {};
  client.on("error", ignore);
  let isBegun = false;
  const ask: Ask = async (statements, end) => {
    const begin = isBegun ? [] : client.beginning();
    isBegun = true;
    const own = statements.map((one) => (client.isShared ? unprepared(one) : statement(one)));
    const last = end === undefined ? [] : [client.isShared ? { text: end } : { text: end, name: end }];
    const answers = await pipeline(client, [...begin, ...own, ...last]);
    return answers.slice(begin.length);
  };
  const release = (isLost: boolean) => {
    client.removeListener("error", ignore);
    client.release(isLost);
  };
  try {
    const result = await work(ask);
    release(false);
    return result;
  } catch (error) {
    // If the database is away it rolls back by itself, and an answer would only be waited for.
    if (isAway(error)) release(true);
    else
      await client.query("ROLLBACK").then(
        () => release(false),
        () => release(true),
      );
    return rethrow(error);
  }
}

const unprepared = ({ numberedSql: text, values }: Pick<Bound, "numberedSql" | "values">) => ({ text, values });
