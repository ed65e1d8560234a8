import { inject } from "vitest";
import { changeStore } from "../vaults/store";

/**
 * Gives a row a name that is refused today, as rows of earlier releases may have. In the shared vault, unless a file
 * has its own.
 */
export function giveFormerName(
  table: "KeyCategory" | "KeyEntry",
  id: string,
  name: string,
  dataDir = inject("dataDir"),
): void {
  if (changeStore({ dataDir }, `UPDATE "${table}" SET "name" = ? WHERE "id" = ?`, [name, id]) !== 1)
    throw new Error(`${table} has no row ${id}`);
}
