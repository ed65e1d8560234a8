import type { Caller } from "../auth/caller";
import type { ExportFormat } from "../contracts/export";
import type { Environment, KeyType } from "../contracts/primitives";
import { type Item, serializing } from "../dotenv/document";
import { AppError } from "../errors";
import { sealedIn } from "../crypto/sealed-columns";
import { runtime } from "../runtime";
import { inPieces, laterTurn } from "../turns";
import { noteUndecryptable } from "./undecryptable";
import { readGroup } from "./entry-value";

export type ExportFilter = {
  format?: ExportFormat | undefined;
  environment?: Environment | undefined;
  project?: string | undefined;
  ids?: string | undefined;
};

/** Every value in plain text, and the names of what had to be left out (in a comment too, where the format has those). */
export type Export = { text: string; skipped: string[] };

/** Ordered by category name, then entry name, then creation. ssh and json entries have no line form and are left out. */
export async function exportEntries(
  { userId }: Caller,
  { format = "dotenv", environment, project, ids }: ExportFilter,
): Promise<Export> {
  const { reads } = runtime();
  const wanted = ids === undefined ? undefined : [...new Set(ids.split(","))];
  const among = (list: readonly string[]) => `e."id" IN (${list.map(() => "?").join(", ")})`;
  // Whoever names an entry counts on its line: an .env that silently lacks one would be found out in production.
  if (
    wanted &&
    (await reads.all(`SELECT e."id" FROM "KeyEntry" e WHERE e."userId" = ? AND ${among(wanted)}`, userId, ...wanted))
      .length < wanted.length
  )
    throw new AppError("ENTRY_NOT_FOUND");
  const conditions = [
    environment !== undefined && { sql: 'AND e."environment" = ?', values: [environment] },
    project !== undefined && { sql: 'AND e."name" = ?', values: [project] },
    wanted !== undefined && { sql: `AND ${among(wanted)}`, values: wanted },
  ].filter((condition) => condition !== false);
  const found = await reads.all<{ id: string }>(
    `SELECT e."id"
     FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId"
     WHERE e."userId" = ? AND c."keyType" IN ('simple', 'group') ${conditions.map(({ sql }) => sql).join(" ")}
     ORDER BY c."name", e."name", e."createdAt", e."id"`,
    userId,
    ...conditions.flatMap(({ values }) => values),
  );
  const opened: Opened = { items: [], undecryptable: [] };
  for (let at = 0; at < found.length; at += rowsAtOnce) {
    const rows = await readRows(
      userId,
      found.slice(at, at + rowsAtOnce).map(({ id }) => id),
    );
    for (const row of rows) openInto(opened, row, userId);
    // Thousands of values take longer than others may be made to wait.
    await laterTurn();
  }
  const { text, refused } = await inPieces(serializing(opened.items, format));
  return { text, skipped: [...opened.undecryptable, ...refused] };
}

const rowsAtOnce = 100;

type Opened = { items: Item[]; undecryptable: string[] };

function openInto({ items, undecryptable }: Opened, row: Row, userId: string): void {
  items.push({ comment: `${row.category} — ${row.name}${row.environment ? ` (${row.environment})` : ""}` });
  const fields = openFields(row, userId);
  if (fields) {
    items.push(...fields.map(([name, value]) => ({ name, value })));
    return;
  }
  undecryptable.push(row.envVarName ?? `${row.category} — ${row.name}`);
  items.push({ comment: `skipped: ${row.category} — ${row.name} can't be decrypted` });
}

/** In the order of the ids, those that are still there. */
async function readRows(userId: string, ids: readonly string[]): Promise<Row[]> {
  const rows = await runtime().reads.all<Row>(
    `SELECT e."id", e."name", e."environment", e."encryptedValue", c."name" AS "category", c."keyType", c."envVarName"
     FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId"
     WHERE e."userId" = ? AND e."id" IN (${ids.map(() => "?").join(", ")})`,
    userId,
    ...ids,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Row = {
  id: string;
  name: string;
  environment: Environment | null;
  encryptedValue: Buffer;
  category: string;
  keyType: KeyType;
  envVarName: string | null;
};

function openFields(row: Row, userId: string): [name: string, value: string][] | null {
  try {
    const text = runtime().vault.open(row.encryptedValue, sealedIn("KeyEntry", row.id, userId));
    return row.keyType === "group" ? Object.entries(readGroup(text)) : [[row.envVarName ?? "", text]];
  } catch (error) {
    noteUndecryptable("KeyEntry", row.id, error);
    return null;
  }
}
