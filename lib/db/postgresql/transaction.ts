import type pg from "pg";
import { isAway, type ResilientPg, rethrow } from "./adapter";
import type { SettledClient } from "./client";
import { type Answer, pipeline } from "./protocol/pipeline";
import { statement } from "./protocol/statements";
import type { Bound } from "../sql";

/**
 * Sends statements in one round trip. With `end` they are the transaction's last ones, and it is durable (or taken back)
 * when this resolves.
 */
export type Ask = (statements: readonly Asked[], end?: "COMMIT" | "ROLLBACK") => Promise<readonly Answer[]>;
type Asked = Pick<Bound, "numberedSql" | "values">;

type PooledClient = pg.PoolClient & SettledClient;
type Taken = { client: PooledClient; release(isLost: boolean): void };

/** Runs `work` in a transaction on a connection of its own, without Prisma. Its last question must end it. */
export async function transaction<R>(adapter: ResilientPg, work: (ask: Ask) => Promise<R>): Promise<R> {
  const taken = await take(adapter);
  const { client, release } = taken;
  let isBegun = false;
  const ask: Ask = async (statements, end) => {
    const begin = isBegun ? [] : client.beginning();
    isBegun = true;
    const own = statements.map((one) => statement(one, client));
    const last = end === undefined ? [] : [client.isShared ? { text: end } : { text: end, name: end }];
    const answers = await pipeline(client, [...begin, ...own, ...last]);
    return answers.slice(begin.length);
  };
  try {
    const result = await work(ask);
    release(false);
    return result;
  } catch (error) {
    await takeBack(taken, error);
    return rethrow(error);
  }
}

/**
 * Statements that only read, in one round trip and a transaction of their own. Each sees what was committed before it.
 * If one fails, all do, with the driver's error.
 */
export async function readTogether(adapter: ResilientPg, asked: readonly Asked[]): Promise<readonly Answer[]> {
  const taken = await take(adapter);
  const { client, release } = taken;
  // Without a BEGIN, the message is a transaction (PostgreSQL's protocol, "Extended Query"), which its end ends.
  const begin = client.isShared ? client.beginning() : [];
  const end = client.isShared ? [{ text: "COMMIT" }] : [];
  try {
    const answers = await pipeline(client, [...begin, ...asked.map((one) => statement(one, client)), ...end]);
    release(false);
    return answers.slice(begin.length);
  } catch (error) {
    if (client.isShared) await takeBack(taken, error);
    else release(isAway(error));
    throw error;
  }
}

/** Rejects with `DatabaseNotReachable` if there is no connection in time. */
async function take(adapter: ResilientPg): Promise<Taken> {
  const pool = await adapter.driver();
  const client = (await pool.connect().catch(rethrow)) as PooledClient;
  // The question that it fails reports it.
  const ignore = () => {};
  client.on("error", ignore);
  const release = (isLost: boolean) => {
    client.removeListener("error", ignore);
    client.release(isLost);
  };
  return { client, release };
}

async function takeBack({ client, release }: Taken, error: unknown): Promise<void> {
  // If the database is away it rolls back by itself, and an answer would only be waited for.
  if (isAway(error)) return release(true);
  await client.query("ROLLBACK").then(
    () => release(false),
    () => release(true),
  );
}
