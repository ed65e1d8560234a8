import type { Caller } from "../auth/caller";
import type { ExportFormat } from "../contracts/export";
import type { Environment } from "../contracts/primitives";
import { type Item, serialize } from "../dotenv/document";
import { describeFault, log } from "../log";
import { runtime } from "../runtime";
import { entryContext } from "./entries";
import { readGroup } from "./entry-value";

export type ExportFilter = { format?: ExportFormat | undefined; environment?: Environment | undefined; project?: string | undefined };

/** Every value in plain text, and the names of what had to be left out (in a comment too, where the format has those). */
export type Export = { text: string; skipped: string[] };

/** Ordered by category name, then entry name, then creation. ssh and json entries have no line form and are left out. */
export async function exportEntries({ userId }: Caller, { format = "dotenv", environment, project }: ExportFilter): Promise<Export> {
  const { db } = runtime();
  const rows = await db.keyEntry.findMany({
    where: { userId, environment, name: project, category: { keyType: { in: ["simple", "group"] } } },
    orderBy: [{ category: { name: "asc" } }, { name: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, environment: true, encryptedValue: true, category: { select: { name: true, keyType: true, envVarName: true } } },
  });
  const items: Item[] = [];
  const undecryptable: string[] = [];
  for (const row of rows) {
    items.push({ comment: `${row.category.name} — ${row.name}${row.environment ? ` (${row.environment})` : ""}` });
    const fields = openFields(row, userId);
    if (fields) {
      items.push(...fields.map(([name, value]) => ({ name, value })));
      continue;
    }
    undecryptable.push(row.category.envVarName ?? `${row.category.name} — ${row.name}`);
    items.push({ comment: `skipped: ${row.category.name} — ${row.name} can't be decrypted` });
  }
  const { text, refused } = serialize(items, format);
  return { text, skipped: [...undecryptable, ...refused] };
}

type Row = { id: string; encryptedValue: Uint8Array; category: { keyType: string; envVarName: string | null } };

function openFields(row: Row, userId: string): [name: string, value: string][] | null {
  try {
    const text = runtime().vault.open(row.encryptedValue, entryContext(row.id, userId));
    return row.category.keyType === "group" ? Object.entries(readGroup(text)) : [[row.category.envVarName ?? "", text]];
  } catch (error) {
    log.error({ event: "undecryptable", table: "KeyEntry", rowId: row.id, error: describeFault(error) });
    return null;
  }
}
