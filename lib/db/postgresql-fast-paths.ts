import { type ColumnType, ColumnTypeEnum, type SqlQuery } from "@prisma/driver-adapter-utils";
import { appendIn, holdOwnersOf } from "./activity-log";
import type { Link, NewRecord } from "./chain";
import type { Db } from "./client";
import { isUnavailable } from "./failures";
import type { Bound, Query, SqlReader, SqlWriter } from "./sql";
import type { ResilientPg } from "./postgresql-adapter";

const asked = ({ numberedSql, values }: Bound): SqlQuery => ({
  sql: numberedSql,
  args: [...values],
  argTypes: values.map(() => ({ scalarType: "unknown", arity: "scalar" })),
});

/** Types that the adapter leaves as text. */
const parsers: Partial<Record<ColumnType, (text: string) => unknown>> = {
  [ColumnTypeEnum.DateTime]: (text) => new Date(text),
  [ColumnTypeEnum.Int64]: BigInt,
  [ColumnTypeEnum.Json]: (text) => JSON.parse(text) as unknown,
};

/**
 * Uses the adapter's connections, whose errors are classified. Prisma's query compiler, which takes 60 MB, is not even
 * loaded.
 */
export function postgresqlReader(adapter: ResilientPg): SqlReader {
  const all = async <Given, Row>({ bind, ...text }: Query<Given, Row>, given: Given): Promise<Row[]> => {
    const { columnNames, columnTypes, rows } = await (
      await adapter.connect()
    ).queryRaw(asked({ ...text, values: bind(given) }));
    const parsersOfColumns = columnTypes.map((type) => parsers[type]);
    return rows.map((row) => {
      const named: Record<string, unknown> = {};
      for (const [column, name] of columnNames.entries()) {
        const [value, parse] = [row[column], parsersOfColumns[column]];
        named[name] = parse && value !== null ? parse(value as string) : value;
      }
      return named as Row;
    });
  };
  return { all, get: async (query, given) => (await all(query, given))[0] };
}

export function postgresqlWriter(db: Db, adapter: ResilientPg, link: Link): SqlWriter {
  const record = inGroups((records: readonly NewRecord[]) =>
    db.$transaction(async (tx) => {
      await holdOwnersOf(tx, records);
      await appendIn(tx, "postgresql", link, records);
    }),
  );
  return {
    record: async (records) => void (records.length > 0 && (await record(records))),
    async run({ onlyIf, unless, ofAccount = false, ...write }, records = []) {
      // A single statement is its own transaction.
      if (!onlyIf && !unless && records.length === 0)
        return (await (await adapter.connect()).executeRaw(asked(write))) > 0;
      return db.$transaction(async (tx) => {
        if (ofAccount) await holdOwnersOf(tx, records);
        const finds = async ({ numberedSql, values }: Bound, hold = "") =>
          (await tx.$queryRawUnsafe<unknown[]>(`${numberedSql} ${hold}`, ...values)).length > 0;
        // Locks the row against changes until the commit. It excludes other such writes if two of them must not both
        // find nothing; and if each waits for the chain anyway: shared by one after the other, the row would never be
        // free for whoever wants to change it.
        const hold = unless || records.length > 0 ? "FOR NO KEY UPDATE" : "FOR SHARE";
        if (onlyIf && !(await finds(onlyIf, hold))) return false;
        // A separate statement, so that it sees what was committed before the lock was granted.
        if (unless && (await finds(unless))) return false;
        if ((await tx.$executeRawUnsafe(write.numberedSql, ...write.values)) === 0) return false;
        await appendIn(tx, "postgresql", link, records);
        return true;
      });
    },
  };
}

const batchMax = 500;

/**
 * Commits what arrives while a commit is in progress together, in the next one. If that fails, each call is tried alone,
 * so that a vault that is being deleted fails nobody else's.
 */
function inGroups<Item>(commit: (items: readonly Item[]) => Promise<void>): (items: readonly Item[]) => Promise<void> {
  type Call = { items: readonly Item[]; resolve(): void; reject(error: unknown): void };
  let waiting: Call[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const calls = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      try {
        await commit(calls.flatMap(({ items }) => items));
        for (const { resolve } of calls) resolve();
      } catch (error) {
        if (calls.length === 1 || isUnavailable(error)) for (const { reject } of calls) reject(error);
        else for (const { items, resolve, reject } of calls) await commit(items).then(resolve, reject);
      }
    }
    busy = false;
  }

  return (items) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject });
      if (!busy) void work();
    });
}
