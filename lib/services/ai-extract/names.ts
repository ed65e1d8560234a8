import type { Caller } from "../../auth/caller";
import type { Environment } from "../../contracts/primitives";
import { runtime } from "../../runtime";
import { byName } from "../wire";
import type { NamedEntry } from "./local-matcher";

/** An entry's names, and the ids that stay here. */
export type Names = NamedEntry & { entryId: string; categoryId: string; envVarNames: string[] };

/** The names of the caller's entries that an .env can hold. No column with a value, note or description is read. */
export async function readNames({ userId }: Caller): Promise<Names[]> {
  const rows = await runtime().db.keyEntry.findMany({
    where: { userId, category: { keyType: { in: ["simple", "group"] } } },
    orderBy: [...byName],
    select: { id: true, categoryId: true, name: true, environment: true, fieldNames: true, category: { select: { name: true, envVarName: true } } },
  });
  return rows.map((row) => ({
    entryId: row.id,
    categoryId: row.categoryId,
    category: row.category.name,
    entry: row.name,
    environment: row.environment as Environment | null,
    envVarNames: row.fieldNames === null ? [row.category.envVarName ?? ""] : (JSON.parse(row.fieldNames) as string[]),
  }));
}
