import pg from "pg";
import { type ResilientPg, rethrow } from "./postgresql-adapter";
import { statement } from "./postgresql-statements";
import type { Query, SqlReader } from "./sql";

const { builtins } = pg.types;

/** How values become what Prisma makes of them. Instants are stored without a time zone, in UTC. */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMP]: (text) => new Date(`${text.replace(" ", "T")}Z`),
  [builtins.INT8]: BigInt,
};
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/**
 * Prepared statements on the adapter's connections. Prisma's query compiler, which takes 60 MB, is not even loaded.
 */
export function postgresqlReader(adapter: ResilientPg): SqlReader {
  const all = async <Given, Row>({ numberedSql, bind }: Query<Given, Row>, given: Given): Promise<Row[]> => {
    const pool = await adapter.driver();
    try {
      return (await pool.query({ ...statement({ numberedSql, values: bind(given) }), types })).rows as Row[];
    } catch (error) {
      return rethrow(error);
    }
  };
  return { all, get: async (query, given) => (await all(query, given))[0] };
}
