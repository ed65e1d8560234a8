import type { DatabaseKind, Db, Tx } from "../client";
import type { Query } from "../sql";

const textFor = (kind: DatabaseKind, { sql, numberedSql }: Query<never, unknown>) =>
  kind === "postgresql" ? numberedSql : sql;

/** The rows of a query inside a transaction of Prisma's. */
export const allIn = <G, Row>(tx: Db | Tx, kind: DatabaseKind, query: Query<G, Row>, given: G): Promise<Row[]> =>
  tx.$queryRawUnsafe<Row[]>(textFor(kind, query), ...query.bind(given));

/** How many rows a statement inside a transaction of Prisma's wrote. */
export const runIn = <G>(tx: Tx, kind: DatabaseKind, query: Query<G, unknown>, given: G): Promise<number> =>
  tx.$executeRawUnsafe(textFor(kind, query), ...query.bind(given));
