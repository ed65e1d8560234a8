import type { Caller } from "../auth/caller";
import {
  categoryOf,
  type ImportedOutcome,
  type ImportEntry,
  type ImportItems,
  type ImportOutcome,
  type ImportResult,
} from "../contracts/import";
import type { Scope } from "../contracts/scopes";
import type { CreateTwoFactorToken } from "../contracts/two-factor";
import { parseTotpSecret } from "../crypto/totp";
import { sealedIn } from "../crypto/sealed-columns";
import type { SealContext } from "../crypto/vault";
import { lockUser } from "../db/isolation";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { laterTurn } from "../turns";
import { checkEntryValue, readGroup } from "./entry-value";
import { categoryFinder, keyOf } from "./import-categories";
import { nextVersion } from "./versions";

type Transaction = Parameters<Parameters<ReturnType<typeof runtime>["db"]["$transaction"]>[0]>[0];
/** What `createMany` takes of a table. */
type New<Table extends "keyCategory" | "keyEntry" | "twoFactorToken"> = Extract<
  NonNullable<Parameters<Transaction[Table]["createMany"]>[0]>["data"],
  readonly unknown[]
>[number];
type Work = { tx: Transaction; caller: Caller; preview: boolean };

const done = (action: ImportOutcome["action"], message: string | null = null): ImportOutcome => ({ action, message });

/** All or nothing, but for what is refused by itself: that is told, and the rest is taken. A preview writes nothing. */
export async function importItems(
  caller: Caller,
  { preview = false, entries = [], twoFactor = [] }: ImportItems,
): Promise<ImportResult> {
  assertMayLook(caller, { entries, twoFactor });
  const { db, databaseKind } = runtime();
  return db.$transaction(
    async (tx) => {
      // Two imports of one file at once would each find nothing there, and make everything twice.
      if (!preview) await lockUser(tx, databaseKind, caller.userId);
      const work = { tx, caller, preview };
      const result = { entries: await importEntries(work, entries), twoFactor: await importTokens(work, twoFactor) };
      const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
      for (const { action } of [...result.entries, ...result.twoFactor]) counts[action] += 1;
      return { preview, counts, ...result };
    },
    { timeout: 60_000, maxWait: 60_000 },
  );
}

/**
 * Before anything is looked up: whether an entry, a category or a secret is there shows in the outcome, a refusal
 * included, and is for keys alone that may know it.
 */
function assertMayLook(
  caller: Caller,
  { entries, twoFactor }: Required<Pick<ImportItems, "entries" | "twoFactor">>,
): void {
  if (entries.length > 0) {
    if (!mayReadCategories(caller)) needScope(caller, "categories:write");
    // Whether a value equals one that is kept is knowledge of it.
    needScope(caller, "entries:reveal");
  }
  if (twoFactor.length > 0) for (const scope of ["2fa:write", "2fa:reveal"] as const) needScope(caller, scope);
}

const mayReadCategories = (caller: Caller) => caller.kind !== "key" || caller.scopes.has("categories:read");

function needScope(caller: Caller, scope: Scope): void {
  if (caller.kind === "key" && !caller.scopes.has(scope))
    throw new AppError("AUTH_SCOPE_REQUIRED", {
      message: `The access key lacks the scope ${scope}, which this import needs`,
    });
}

/** A 400 of one item is that item's own; anything else ends the import. */
async function orRefused(work: () => ImportOutcome | Promise<ImportOutcome>): Promise<ImportOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return done("rejected", error.message);
    throw error;
  }
}

/** What is done in one turn of the event loop: a statement of thousands of rows, or as many single ones, would hold up everybody else. */
const atOnce = 20;

/** In pieces, between which others are let in; of SQLite they get no write into this transaction, which waits at its gate. */
async function inBatches<Item>(items: readonly Item[], work: (some: Item[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    await work(items.slice(at, at + atOnce));
    await laterTurn();
  }
}

async function importEntries(
  { tx, caller, preview }: Work,
  entries: readonly ImportEntry[],
): Promise<ImportedOutcome[]> {
  if (entries.length === 0) return [];
  const { userId } = caller;
  const findCategory = categoryFinder(
    await tx.keyCategory.findMany({
      where: { userId },
      orderBy: [{ name: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    }),
  );
  const storedOf = (names: string[]) =>
    tx.keyEntry.findMany({
      where: { userId, name: { in: names } },
      select: { id: true, categoryId: true, name: true, environment: true, encryptedValue: true },
    });
  const stored: Awaited<ReturnType<typeof storedOf>> = [];
  await inBatches([...new Set(entries.map(({ name }) => name))], async (names) =>
    stored.push(...(await storedOf(names))),
  );
  const known = new Map<string, typeof stored>();
  for (const row of stored)
    known.set(keyOf(row.categoryId, row.name, row.environment), [
      ...(known.get(keyOf(row.categoryId, row.name, row.environment)) ?? []),
      row,
    ]);
  /** What this import gave an entry already: an export that names one twice must not change it back and forth. */
  const given = new Map<string, string>();
  const made = { categories: new Map<string, New<"keyCategory"> & { id: string }>(), entries: [] as New<"keyEntry">[] };

  const importOne = async (entry: ImportEntry, foundId: string | undefined): Promise<ImportOutcome> => {
    const { keyType, name, environment = null, notes = null, value } = entry;
    const category = categoryOf(entry);
    if (keyType === "simple" && !category.envVarName) return done("rejected", "A simple entry needs envVarName");
    const fieldNames = checkEntryValue(keyType, value);
    const categoryKey = foundId ?? keyOf(category.name, keyType, category.envVarName);
    const entryKey = keyOf(categoryKey, name, environment);
    const before = given.get(entryKey);
    if (before !== undefined)
      return isSame(keyType, before, value)
        ? done("unchanged")
        : done("rejected", "It is given twice with different values; the first one counts");
    given.set(entryKey, value);
    const sealed = (id: string) => ({
      fieldNames: fieldNames && JSON.stringify(fieldNames),
      encryptedValue: runtime().vault.seal(value, sealedIn("KeyEntry", id, userId)),
    });

    const [row, other] = known.get(entryKey) ?? [];
    if (other)
      return done("rejected", "Several entries of this category, name and environment are there: which one is meant?");
    if (row) {
      const kept = opened(row.encryptedValue, sealedIn("KeyEntry", row.id, userId));
      if (kept !== null && isSame(keyType, kept, value)) return done("unchanged");
      if (!preview)
        await tx.keyEntry.update({ where: { id: row.id }, data: { ...sealed(row.id), version: nextVersion } });
      return done("updated");
    }
    if (preview) return done("created");
    let categoryId = foundId ?? made.categories.get(categoryKey)?.id;
    if (categoryId === undefined) {
      needScope(caller, "categories:write");
      categoryId = newRowId();
      made.categories.set(categoryKey, { ...category, id: categoryId, userId });
    }
    const id = newRowId();
    made.entries.push({ id, userId, categoryId, name, environment, notes, ...sealed(id) });
    return done("created");
  };

  const outcomes: ImportedOutcome[] = [];
  await inBatches(entries, async (some) => {
    for (const entry of some) {
      const found = findCategory(categoryOf(entry), (id) => known.has(keyOf(id, entry.name, entry.environment)));
      const outcome = await orRefused(() => importOne(entry, found?.id));
      outcomes.push({ ...outcome, category: found && maySeeCategories(caller) ? found.name : entry.category });
    }
  });
  await inBatches([...made.categories.values()], (data) => tx.keyCategory.createMany({ data }));
  await inBatches(made.entries, (data) => tx.keyEntry.createMany({ data }));
  return outcomes;
}

/** Lists of entries name their categories as well. */
const maySeeCategories = (caller: Caller) =>
  mayReadCategories(caller) || (caller.kind === "key" && caller.scopes.has("entries:read"));

/** Null for what does not open: it equals nothing, and can only be replaced. */
function opened(sealed: Uint8Array, context: SealContext): string | null {
  try {
    return runtime().vault.open(sealed, context);
  } catch {
    return null;
  }
}

/** A group is the same when its fields are, however its JSON is spaced and ordered. */
function isSame(keyType: ImportEntry["keyType"], one: string, other: string): boolean {
  if (one === other || keyType !== "group") return one === other;
  const sorted = (text: string) => JSON.stringify(Object.entries(readGroup(text)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** A token of the same service and account with another secret is another token: nothing is overwritten. */
async function importTokens(
  { tx, caller: { userId }, preview }: Work,
  tokens: readonly CreateTwoFactorToken[],
): Promise<ImportOutcome[]> {
  if (tokens.length === 0) return [];
  const stored = await tx.twoFactorToken.findMany({
    where: { userId },
    select: { id: true, service: true, accountName: true, encryptedSecret: true },
  });
  const known = new Set(
    stored.map(({ id, service, accountName, encryptedSecret }) =>
      keyOf(service, accountName, opened(encryptedSecret, sealedIn("TwoFactorToken", id, userId))),
    ),
  );
  const made: New<"twoFactorToken">[] = [];
  const importOne = ({ service, accountName, secret, notes = null }: CreateTwoFactorToken): ImportOutcome => {
    const kept = JSON.stringify(parseTotpSecret(secret));
    const key = keyOf(service, accountName, kept);
    if (known.has(key)) return done("unchanged");
    known.add(key);
    const id = newRowId();
    made.push({
      id,
      userId,
      service,
      accountName,
      notes,
      encryptedSecret: runtime().vault.seal(kept, sealedIn("TwoFactorToken", id, userId)),
    });
    return done("created");
  };
  const outcomes: ImportOutcome[] = [];
  await inBatches(tokens, async (some) => {
    for (const token of some) outcomes.push(await orRefused(() => importOne(token)));
  });
  if (!preview) await inBatches(made, (data) => tx.twoFactorToken.createMany({ data }));
  return outcomes;
}
