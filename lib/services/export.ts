import type { Caller } from "../auth/caller";
import type { ExportFormat } from "../contracts/export";
import type { Environment, KeyType } from "../contracts/primitives";
import { type Item, serialize } from "../dotenv/document";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { entryContext } from "./entries";
import { noteUndecryptable } from "./undecryptable";
import { readGroup } from "./entry-value";

export type ExportFilter = { format?: ExportFormat | undefined; environment?: Environment | undefined; project?: string | undefined; ids?: string | undefined };

/** Every value in plain text, and the names of what had to be left out (in a comment too, where the format has those). */
export type Export = { text: string; skipped: string[] };

/** Ordered by category name, then entry name, then creation. ssh and json entries have no line form and are left out. */
export async function exportEntries({ userId }: Caller, { format = "dotenv", environment, project, ids }: ExportFilter): Promise<Export> {
  const { reads } = runtime();
  const wanted = ids === undefined ? undefined : [...new Set(ids.split(","))];
  const among = (list: readonly string[]) => `e."id" IN (${list.map(() => "?").join(", ")})`;
  // Whoever names an entry counts on its line: an .env that silently lacks one would be found out in production.
  if (wanted && (await reads.all(`SELECT e."id" FROM "KeyEntry" e WHERE e."userId" = ? AND ${among(wanted)}`, userId, ...wanted)).length < wanted.length) throw new AppError("ENTRY_NOT_FOUND");
  const conditions = [
    environment !== undefined && { sql: 'AND e."environment" = ?', values: [environment] },
    project !== undefined && { sql: 'AND e."name" = ?', values: [project] },
    wanted !== undefined && { sql: `AND ${among(wanted)}`, values: wanted },
  ].filter((condition) => condition !== false);
  const rows = await reads.all<Row>(
    `SELECT e."id", e."name", e."environment", e."encryptedValue", c."name" AS "category", c."keyType", c."envVarName"
     FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId"
     WHERE e."userId" = ? AND c."keyType" IN ('simple', 'group') ${conditions.map(({ sql }) => sql).join(" ")}
     ORDER BY c."name", e."name", e."createdAt", e."id"`,
    userId,
    ...conditions.flatMap(({ values }) => values),
  );
  const items: Item[] = [];
  const undecryptable: string[] = [];
  for (const row of rows) {
    items.push({ comment: `${row.category} — ${row.name}${row.environment ? ` (${row.environment})` : ""}` });
    const fields = openFields(row, userId);
    if (fields) {
      items.push(...fields.map(([name, value]) => ({ name, value })));
      continue;
    }
    undecryptable.push(row.envVarName ?? `${row.category} — ${row.name}`);
    items.push({ comment: `skipped: ${row.category} — ${row.name} can't be decrypted` });
  }
  const { text, refused } = serialize(items, format);
  return { text, skipped: [...undecryptable, ...refused] };
}

type Row = { id: string; name: string; environment: Environment | null; encryptedValue: Buffer; category: string; keyType: KeyType; envVarName: string | null };

function openFields(row: Row, userId: string): [name: string, value: string][] | null {
  try {
    const text = runtime().vault.open(row.encryptedValue, entryContext(row.id, userId));
    return row.keyType === "group" ? Object.entries(readGroup(text)) : [[row.envVarName ?? "", text]];
  } catch (error) {
    noteUndecryptable("KeyEntry", row.id, error);
    return null;
  }
}
