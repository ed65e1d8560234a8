import { type ColumnType, ColumnTypeEnum, type SqlQuery } from "@prisma/driver-adapter-utils";
import type { Db } from "./client";
import type { Bound, Query, Reads, Writes } from "./sql";
import type { ResilientPg } from "./postgresql-adapter";

const asked = ({ numberedSql, values }: Bound): SqlQuery => ({
  sql: numberedSql,
  args: [...values],
  argTypes: values.map(() => ({ scalarType: "unknown", arity: "scalar" })),
});

/** What the adapter leaves as text. */
const parsers: Partial<Record<ColumnType, (text: string) => unknown>> = {
  [ColumnTypeEnum.DateTime]: (text) => new Date(text),
  [ColumnTypeEnum.Int64]: BigInt,
  [ColumnTypeEnum.Json]: (text) => JSON.parse(text) as unknown,
};

/** Through the adapter's connections, whose failures are understood. Prisma's query compiler, which takes 60 MB, is not even loaded for it. */
export function postgresqlReads(adapter: ResilientPg): Reads {
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

export function postgresqlWrites(db: Db, adapter: ResilientPg): Writes {
  return {
    async run({ provided, unless, ...write }) {
      // One statement is a transaction by itself.
      if (!provided && !unless) return (await (await adapter.connect()).executeRaw(asked(write))) > 0;
      return db.$transaction(async (tx) => {
        const finds = async ({ numberedSql, values }: Bound, hold = "") =>
          (await tx.$queryRawUnsafe<unknown[]>(`${numberedSql} ${hold}`, ...values)).length > 0;
        // Locked against change until the commit; against others who do the same only where they must not find the same nothing.
        if (provided && !(await finds(provided, unless ? "FOR NO KEY UPDATE" : "FOR SHARE"))) return false;
        // A statement of its own, which sees what was committed before the lock was had.
        if (unless && (await finds(unless))) return false;
        return (await tx.$executeRawUnsafe(write.numberedSql, ...write.values)) > 0;
      });
    },
  };
}
