import { type ColumnType, ColumnTypeEnum, type SqlQuery } from "@prisma/driver-adapter-utils";
import type { Db } from "./client";
import type { Reads, Writes } from "./sql";
import type { ResilientPg } from "./postgresql-adapter";

/** `?` as PostgreSQL counts it. No statement of ours has one inside a literal. */
const numbered = (sql: string): string => {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
};

const query = (sql: string, values: readonly unknown[]): SqlQuery => ({
  sql: numbered(sql),
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
  const all = async <Row>(sql: string, ...values: unknown[]) => {
    const { columnNames, columnTypes, rows } = await (await adapter.connect()).queryRaw(query(sql, values));
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
  return { all, get: async <Row>(sql: string, ...values: unknown[]) => (await all<Row>(sql, ...values))[0] };
}

export function postgresqlWrites(db: Db, adapter: ResilientPg): Writes {
  return {
    async run({ sql, values, provided, unless }) {
      // One statement is a transaction by itself.
      if (!provided && !unless) return (await (await adapter.connect()).executeRaw(query(sql, values))) > 0;
      return db.$transaction(async (tx) => {
        const finds = async ({ sql, values }: { sql: string; values: unknown[] }, hold = "") =>
          (await tx.$queryRawUnsafe<unknown[]>(`${numbered(sql)} ${hold}`, ...values)).length > 0;
        // Locked against change until the commit; against others who do the same only where they must not find the same nothing.
        if (provided && !(await finds(provided, unless ? "FOR NO KEY UPDATE" : "FOR SHARE"))) return false;
        // A statement of its own, which sees what was committed before the lock was had.
        if (unless && (await finds(unless))) return false;
        return (await tx.$executeRawUnsafe(numbered(sql), ...values)) > 0;
      });
    },
  };
}
