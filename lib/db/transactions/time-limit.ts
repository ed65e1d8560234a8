import type { DatabaseKind, Tx } from "../client";

/** Until the transaction ends, its statements may take as long as they need. SQLite has no limit. */
export async function withoutTimeLimit(tx: Tx, kind: DatabaseKind): Promise<void> {
  if (kind === "postgresql") await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
}
