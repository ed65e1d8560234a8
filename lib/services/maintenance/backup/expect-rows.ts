import { delegateOf } from "../../../db/rows";
import type { Table } from "../../../db/tables";
import { isUnavailable, runtime } from "../../../runtime/index";
import type { Progress } from "../progress";

/**
 * Expects all rows of these tables, each that many times. PostgreSQL takes longer to count tens of millions than a statement
 * may: then none is expected, and the work continues without a total. Outside the work's own transaction, which a failed
 * statement would end.
 */
export async function expectRows(progress: Progress, tables: readonly Table[], times = 1): Promise<void> {
  const { db } = runtime();
  let rows = 0;
  try {
    for (const table of tables) rows += await delegateOf(db, table).count();
  } catch (error) {
    if (isUnavailable(error)) return;
    throw error;
  }
  progress.expect(times * rows);
}
