import type { Caller } from "../auth/caller";
import type { ExportFormat } from "../contracts/export";
import type { Environment } from "../contracts/primitives";
import { findEntryIds, findSealedEntries, listExported } from "../db/queries/entries";
import { idsMax } from "../db/queries/query";
import type { RowOf } from "../db/sql";
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
  const wanted = ids === undefined ? undefined : new Set(ids.split(","));
  // Whoever names an entry counts on its line: an .env that silently lacks one would be found out in production.
  for (const ids of idLists(wanted ? [...wanted] : []))
    if ((await reads.all(findEntryIds, { userId, ids })).length < ids.length) throw new AppError("ENTRY_NOT_FOUND");
  const found = await reads.all(listExported, { userId, environment: environment ?? null, name: project ?? null });
  const opened: Opened = { items: [], undecryptable: [] };
  for (const ids of idLists(found.map(({ id }) => id).filter((id) => wanted?.has(id) ?? true))) {
    for (const row of await readRows(userId, ids)) openInto(opened, row, userId);
    // Thousands of values take longer than others may be made to wait.
    await laterTurn();
  }
  const { text, refused } = await inPieces(serializing(opened.items, format));
  return { text, skipped: [...opened.undecryptable, ...refused] };
}

/** As many at once as a query takes. */
function* idLists(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += idsMax) yield ids.slice(at, at + idsMax);
}

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
  const rows = await runtime().reads.all(findSealedEntries, { userId, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Row = RowOf<typeof findSealedEntries>;

function openFields(row: Row, userId: string): [name: string, value: string][] | null {
  try {
    const text = runtime().vault.open(row.encryptedValue, sealedIn("KeyEntry", row.id, userId));
    return row.keyType === "group" ? Object.entries(readGroup(text)) : [[row.envVarName ?? "", text]];
  } catch (error) {
    noteUndecryptable("KeyEntry", row.id, error);
    return null;
  }
}
