import { expect } from "vitest";
import { operate } from "../programs/operator";
import { changeStore } from "../vaults/store";
import type { RunningVault } from "../vaults/server";

/** Waits for the log line that says that this row is not as the vault wrote it. */
export const toldOf = (vault: RunningVault, table: string, id: string): Promise<void> =>
  expect
    .poll(
      () =>
        vault
          .output()
          .split("\n")
          .some(
            (line) =>
              line.includes('"event":"row-not-genuine"') && line.includes(`"table":"${table}"`) && line.includes(id),
          ),
      { timeout: 5_000 },
    )
    .toBe(true);

/** Follows the rows of a vault that a test file tampers with. */
export function tampering(vault: () => RunningVault) {
  const rows: { table: string; id: string }[] = [];
  return {
    /** `toldOf`, and `verifyReports` has to name the row too. */
    async told(table: string, id: string): Promise<void> {
      rows.push({ table, id });
      await toldOf(vault(), table, id);
    },
    /**
     * Verify names each row of which the log has told since the last call. They are deleted then, so that other tests
     * don't see them. One command names all of them, since each takes as long as a start.
     */
    async verifyReports(): Promise<void> {
      const { code, out } = await operate(vault().dataDir, ["verify"]);
      expect([code, rows.length > 0]).toEqual([1, true]);
      for (const { table, id } of rows.splice(0)) {
        expect(out).toContain(`not as the vault wrote it: ${table} ${id}\n`);
        expect(changeStore(vault(), `DELETE FROM "${table}" WHERE "id" = ?`, [id])).toBe(1);
      }
    },
  };
}
