import type { DatabaseKind, Db, Tx } from "../client";
import type { Query } from "../sql";

const textFor = (kind: DatabaseKind, { sql, numberedSql }: Query<never, unknown>) =>
  kind === "postgresql" ? numberedSql : sql;

/** The rows of a query inside a Prisma transaction. */
export const allIn = <G, Row>(tx: Db | Tx, kind: DatabaseKind, query: Query<G, Row>, given: G): Promise<Row[]> =>
  tx.$queryRawUnsafe<Row[]>(textFor(kind, query), ...query.bind(given));

/** The number of rows that a statement wrote inside a Prisma transaction. */
export const runIn = <G>(tx: Tx, kind: DatabaseKind, query: Query<G, unknown>, given: G): Promise<number> =>
  tx.$executeRawUnsafe(textFor(kind, query), ...query.bind(given));
