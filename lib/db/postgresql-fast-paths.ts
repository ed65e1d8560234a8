import { type ColumnType, ColumnTypeEnum, type SqlQuery } from "@prisma/driver-adapter-utils";
import type { Db } from "./client";
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

export function postgresqlWriter(db: Db, adapter: ResilientPg): SqlWriter {
  return {
    async run({ onlyIf, unless, ...write }) {
      // A single statement is its own transaction.
      if (!onlyIf && !unless) return (await (await adapter.connect()).executeRaw(asked(write))) > 0;
      return db.$transaction(async (tx) => {
        const finds = async ({ numberedSql, values }: Bound, hold = "") =>
          (await tx.$queryRawUnsafe<unknown[]>(`${numberedSql} ${hold}`, ...values)).length > 0;
        // Locks the row against changes until the commit. It excludes other such writes only if two of them must not
        // both find nothing.
        if (onlyIf && !(await finds(onlyIf, unless ? "FOR NO KEY UPDATE" : "FOR SHARE"))) return false;
        // A separate statement, so that it sees what was committed before the lock was granted.
        if (unless && (await finds(unless))) return false;
        return (await tx.$executeRawUnsafe(write.numberedSql, ...write.values)) > 0;
      });
    },
  };
}
