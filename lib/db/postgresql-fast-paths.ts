import type { Db } from "./client";
import type { Reads, Writes } from "./fast-paths";

/** `?` as PostgreSQL counts it. No statement of ours has one inside a literal. */
const numbered = (sql: string): string => {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
};

/** Through Prisma's connection pool, whose failures are understood, without its query compiler. */
export function postgresqlReads(db: Db): Reads {
  const all = <Row>(sql: string, ...values: unknown[]) => db.$queryRawUnsafe<Row[]>(numbered(sql), ...values);
  return { all, get: async <Row>(sql: string, ...values: unknown[]) => (await all<Row>(sql, ...values))[0] };
}

export function postgresqlWrites(db: Db): Writes {
  return {
    run: ({ sql, values, provided }) =>
      db.$transaction(async (tx) => {
        // Locked against change, not against other readers, until the commit.
        if (provided && (await tx.$queryRawUnsafe<unknown[]>(`${numbered(provided.sql)} FOR SHARE`, ...provided.values)).length === 0) return false;
        return (await tx.$executeRawUnsafe(numbered(sql), ...values)) > 0;
      }),
  };
}
