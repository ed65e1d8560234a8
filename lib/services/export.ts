import type { Context } from "../auth/context";
import type { ExportFormat } from "../contracts/transfer/export";
import type { BoundEnvironment } from "../contracts/access/grants";
import { findEntryIds, findSealedEntries, listExported } from "../db/queries/vault/entries";
import { idsMax } from "../db/queries/query";
import type { RowOf } from "../db/sql";
import { type Item, serializing } from "../dotenv/document";
import { AppError } from "../errors";
import { slicesOf } from "../slices";
import { limitConcurrency, runInSlices, yieldToEventLoop } from "../event-loop";
import { beginDisclosure, type Disclosure } from "./doors/disclose/disclose";
import { listOwned, owner } from "./doors/owned";
import { recordBefore } from "./doors/record/record";
import { readGroup } from "./entries/entry-value";
import { entrySubject, vaultSubject } from "./doors/subjects";

export type ExportFilter = {
  format?: ExportFormat | undefined;
  environment?: BoundEnvironment | undefined;
  project?: string | undefined;
  ids?: string | undefined;
};

/**
 * The values in plain text, the names of those that were skipped (also in a comment, if the format has comments), and
 * the names that more than one entry sets: readers of the text take one of the values.
 */
export type Export = { text: string; skipped: string[]; repeated: string[] };

/**
 * Each holds its values until they leave. Many at once would hold many times as much, and all be answered as late as the
 * last one.
 */
const inLine = limitConcurrency(4, 2);

/**
 * Ordered by category name, then entry name, then creation. Skips ssh and json entries, which don't fit into a line.
 * `stillWanted` is asked when its turn has come, and throws if nobody may have it any more or waits for it.
 */
export const exportEntries = (ctx: Context, filter: ExportFilter, stillWanted: () => Promise<void>): Promise<Export> =>
  inLine(owner(ctx).userId, async () => {
    await stillWanted();
    return exportNow(ctx, filter);
  });

async function exportNow(
  ctx: Context,
  { format = "dotenv", environment, project, ids }: ExportFilter,
): Promise<Export> {
  const wanted = ids === undefined ? undefined : new Set(ids.split(","));
  // A caller who names entries relies on all of them: a .env that silently lacks one would only fail in production.
  for (const ids of slicesOf(wanted ? [...wanted] : [], idsMax))
    if ((await listOwned(ctx, findEntryIds, { ids })).length < ids.length) throw new AppError("ENTRY_NOT_FOUND");
  const found = await listOwned(ctx, listExported, { environment: environment ?? null, name: project ?? null });
  const exported = found.map(({ id }) => id).filter((id) => wanted?.has(id) ?? true);
  const disclosure = await beginDisclosure(ctx, exported.length);
  const opened: Opened = { items: [], undecryptable: [] };
  for (const some of slicesOf(exported, idsMax)) {
    openInto(opened, disclosure, await readRows(ctx, some));
    await disclosure.flushRecords();
    // Thousands of values take longer than other requests should wait.
    await yieldToEventLoop();
  }
  await recordBefore(ctx, "vault.export", [vaultSubject(project, environment)], {
    count: exported.length - opened.undecryptable.length,
  });
  const { text, refused } = await runInSlices(serializing(opened.items, format));
  return { text, skipped: [...opened.undecryptable, ...refused], repeated: repeatedNames(opened.items) };
}

function repeatedNames(items: readonly Item[]): string[] {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const item of items)
    if ("name" in item) {
      if (seen.has(item.name)) repeated.add(item.name);
      seen.add(item.name);
    }
  return [...repeated];
}

type Opened = { items: Item[]; undecryptable: string[] };

function openInto({ items, undecryptable }: Opened, { open }: Disclosure, rows: readonly SealedEntryRow[]): void {
  for (const row of rows) {
    const { category, name, environment, envVarName } = row;
    items.push({ comment: `${category} — ${name}${environment ? ` (${environment})` : ""}` });
    const lines = open(
      "KeyEntry",
      { id: row.id, sealed: row.encryptedValue },
      { action: "entry.export", subject: entrySubject(row) },
      (text) => linesOf(row, text),
    );
    if (lines) items.push(...lines.text);
    else {
      undecryptable.push(envVarName ?? `${category} — ${name}`);
      items.push({ comment: `skipped: ${category} — ${name} can't be decrypted` });
    }
  }
}

const linesOf = (row: SealedEntryRow, text: string): Item[] =>
  row.keyType === "group"
    ? Object.entries(readGroup(text)).map(([name, value]) => ({ name, value }))
    : [{ name: row.envVarName ?? "", value: text }];

type SealedEntryRow = RowOf<typeof findSealedEntries>;

/** Those rows that still exist, in the order of the ids. */
async function readRows(ctx: Context, ids: readonly string[]): Promise<SealedEntryRow[]> {
  const rows = await listOwned(ctx, findSealedEntries, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
