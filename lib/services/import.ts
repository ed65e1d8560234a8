import { hasScope, requireScope } from "../auth/authorize";
import type { Caller } from "../auth/caller";
import type { Context, InTransaction } from "../auth/context";
import {
  categoryOf,
  type ImportedOutcome,
  type ImportEntry,
  type ImportItems,
  type ImportOutcome,
  type ImportResult,
} from "../contracts/import";
import type { CreateTwoFactorToken } from "../contracts/two-factor";
import { sealedText } from "../crypto/token-secret";
import { lockVault } from "../db/isolation";
import { newRowId } from "../db/row-id";
import { byName } from "../db/wire";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { laterTurn } from "../turns";
import * as change from "./doors/change";
import type { New } from "./doors/change";
import { isSealedSame } from "./doors/disclose";
import { assertNewInside } from "./doors/inside";
import { owned, owner } from "./doors/owned";
import { note } from "./doors/record";
import { vaultSubject } from "./doors/subjects";
import { entryValue, newEntry } from "./entries";
import { checkEntryValue, readGroup } from "./entry-value";
import { categoryFinder, keyOf } from "./import-categories";
import { newTwoFactorToken } from "./two-factor/tokens";
import { readToken } from "./two-factor/secret";

type Work = { ctx: InTransaction; preview: boolean };

const done = (action: ImportOutcome["action"], message: string | null = null): ImportOutcome => ({ action, message });

/**
 * Imports all items or none, except those that are rejected on their own: they are reported, and the rest is imported.
 * A preview writes nothing.
 */
export async function importItems(
  ctx: Context,
  { preview = false, entries = [], twoFactor = [] }: ImportItems,
): Promise<ImportResult> {
  assertMayLook(ctx.caller, { entries, twoFactor });
  // A preview is refused like the import itself.
  for (const entry of entries) assertNewInside(ctx, "KeyEntry", entry);
  return change.together(
    ctx,
    async (ctx) => {
      // Otherwise two simultaneous imports of one file would each find nothing and create everything twice.
      if (!preview) await lockVault(ctx.tx, runtime().databaseKind, owner(ctx).userId);
      const work = { ctx, preview };
      const result = { entries: await importEntries(work, entries), twoFactor: await importTokens(work, twoFactor) };
      const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
      for (const { action } of [...result.entries, ...result.twoFactor]) counts[action] += 1;
      // Its result tells which of the given values are stored.
      note(ctx, "vault.import", [vaultSubject()], { count: counts.created + counts.updated });
      return { preview, counts, ...result };
    },
    { timeout: 60_000, maxWait: 60_000 },
  );
}

const thisImport = ", which this import needs";

/**
 * Checked before any look-up. The outcome, even an error, shows whether an entry, a category or a secret exists, so
 * only keys that may know this get one.
 */
function assertMayLook(
  caller: Caller,
  { entries, twoFactor }: Required<Pick<ImportItems, "entries" | "twoFactor">>,
): void {
  if (entries.length > 0) {
    if (!hasScope(caller, "categories:read")) requireScope(caller, "categories:write", thisImport);
    // Learning that a value equals a stored one means knowing the stored value.
    requireScope(caller, "entries:reveal", thisImport);
  }
  if (twoFactor.length > 0)
    for (const scope of ["2fa:write", "2fa:reveal"] as const) requireScope(caller, scope, thisImport);
}

/** A 400 concerns only its own item. Any other error ends the import. */
async function orRejected(work: () => ImportOutcome | Promise<ImportOutcome>): Promise<ImportOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return done("rejected", error.message);
    throw error;
  }
}

/** How many items are handled in one tick of the event loop. */
const atOnce = 20;

/**
 * Works in batches and lets other requests run in between. On SQLite, their writes wait until this transaction has
 * ended.
 */
async function inBatches<Item>(items: readonly Item[], work: (some: Item[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    await work(items.slice(at, at + atOnce));
    await laterTurn();
  }
}

async function importEntries({ ctx, preview }: Work, entries: readonly ImportEntry[]): Promise<ImportedOutcome[]> {
  if (entries.length === 0) return [];
  const { caller } = ctx;
  const findCategory = categoryFinder(
    await ctx.tx.keyCategory.findMany({ where: owned(ctx, "KeyCategory"), orderBy: [...byName] }),
  );
  const stored = await storedEntries(ctx, entries);
  /**
   * The values that this import has already given to entries. A file that names an entry twice must not change it back
   * and forth.
   */
  const given = new Map<string, string>();
  const made = { categories: new Map<string, New<"KeyCategory"> & { id: string }>(), entries: [] as New<"KeyEntry">[] };

  const importOne = async (entry: ImportEntry, foundId: string | undefined): Promise<ImportOutcome> => {
    const { keyType, name, environment = null, value } = entry;
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

    const [row, other] = stored.get(entryKey) ?? [];
    if (other)
      return done("rejected", "Several entries of this category, name and environment are there: which one is meant?");
    if (row) {
      const { id } = row;
      if (isSealedSame(ctx, "KeyEntry", { id, sealed: row.encryptedValue }, (kept) => isSame(keyType, kept, value)))
        return done("unchanged");
      if (!preview) await change.update(ctx, "KeyEntry", { id }, entryValue(ctx, id, keyType, value, fieldNames));
      return done("updated");
    }
    // A bounded caller can't create the category, and a preview doesn't say that they could.
    if (caller.bounds && foundId === undefined) requireScope(caller, "categories:write", thisImport);
    if (preview) return done("created");
    let categoryId = foundId ?? made.categories.get(categoryKey)?.id;
    if (categoryId === undefined) {
      requireScope(caller, "categories:write", thisImport);
      categoryId = newRowId();
      made.categories.set(categoryKey, { ...category, origin: "import", id: categoryId });
    }
    made.entries.push(newEntry(ctx, keyType, { ...entry, categoryId }, fieldNames));
    return done("created");
  };

  const outcomes: ImportedOutcome[] = [];
  await inBatches(entries, async (some) => {
    for (const entry of some) {
      const found = findCategory(categoryOf(entry), (id) => stored.has(keyOf(id, entry.name, entry.environment)));
      const outcome = await orRejected(() => importOne(entry, found?.id));
      outcomes.push({ ...outcome, category: found && maySeeCategories(caller) ? found.name : entry.category });
    }
  });
  await change.createMany(ctx, "KeyCategory", [...made.categories.values()]);
  await change.createMany(ctx, "KeyEntry", made.entries);
  return outcomes;
}

/** The stored entries with the imported names, by category, name and environment. */
async function storedEntries(ctx: Work["ctx"], entries: readonly ImportEntry[]) {
  const storedOf = (names: string[]) =>
    ctx.tx.keyEntry.findMany({
      where: { ...owned(ctx, "KeyEntry"), name: { in: names } },
      select: { id: true, categoryId: true, name: true, environment: true, encryptedValue: true },
    });
  const stored = new Map<string, Awaited<ReturnType<typeof storedOf>>>();
  await inBatches([...new Set(entries.map(({ name }) => name))], async (names) => {
    for (const row of await storedOf(names)) {
      const key = keyOf(row.categoryId, row.name, row.environment);
      stored.set(key, [...(stored.get(key) ?? []), row]);
    }
  });
  return stored;
}

/** Lists of entries name the categories too. */
const maySeeCategories = (caller: Caller) => hasScope(caller, "categories:read") || hasScope(caller, "entries:read");

/** Groups are equal if their fields are, whatever the spacing and order of their JSON. */
function isSame(keyType: ImportEntry["keyType"], one: string, other: string): boolean {
  if (one === other || keyType !== "group") return one === other;
  const sorted = (text: string) => JSON.stringify(Object.entries(readGroup(text)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** A token with the same service and account but another secret is a different token, so nothing is overwritten. */
async function importTokens({ ctx, preview }: Work, tokens: readonly CreateTwoFactorToken[]): Promise<ImportOutcome[]> {
  if (tokens.length === 0) return [];
  const stored = await ctx.tx.twoFactorToken.findMany({
    where: owned(ctx, "TwoFactorToken"),
    select: { id: true, service: true, accountName: true, encryptedSecret: true },
  });
  const given = new Set<string>();
  const made: New<"TwoFactorToken">[] = [];
  const importOne = (token: CreateTwoFactorToken): ImportOutcome => {
    const { service, accountName } = token;
    const secret = sealedText(readToken(token).token);
    const isStored = stored.some(
      ({ id, encryptedSecret: sealed, ...row }) =>
        row.service === service &&
        row.accountName === accountName &&
        isSealedSame(ctx, "TwoFactorToken", { id, sealed }, (kept) => kept === secret),
    );
    const key = keyOf(service, accountName, secret);
    if (isStored || given.has(key)) return done("unchanged");
    given.add(key);
    made.push(newTwoFactorToken(ctx, token));
    return done("created");
  };
  const outcomes: ImportOutcome[] = [];
  await inBatches(tokens, async (some) => {
    for (const token of some) outcomes.push(await orRejected(() => importOne(token)));
  });
  if (!preview) await change.createMany(ctx, "TwoFactorToken", made);
  return outcomes;
}
