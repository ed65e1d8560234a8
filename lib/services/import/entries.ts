import { hasScope, requireScope } from "../../auth/grants/authorize";
import type { Caller } from "../../auth/caller";
import {
  categoryOf,
  type ImportedOutcome,
  type ImportEntry,
  type ImportOutcome,
  type ImportResult,
} from "../../contracts/vault/import";
import { newRowId } from "../../db/row-id";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { isSealedSame } from "../doors/disclose/disclose";
import { rotationAt } from "../doors/change/due";
import { owned } from "../doors/owned";
import { type Replaced, replaceEntryValues } from "../doors/change/replace-values";
import { type FormerValue, keepFormer, valueAfter } from "../doors/change/value";
import { entryValue, newEntry } from "../entries/entries";
import { checkEntryValue, readGroup } from "../entries/entry-value";
import { rememberCreated } from "../references/written-values";
import { groupFields } from "./group-fields";
import { categoryFinder, categoryKey, listCategories } from "./categories";
import { assertMayCreate } from "./outside";
import {
  created,
  done,
  givenTwice,
  inBatches,
  keyOf,
  orRejected,
  thisImport,
  updated,
  type Work,
  writtenAt,
} from "./work";

type Made = { row: New<"KeyEntry"> & { id: string; valueAt: Date }; former: FormerValue[] };

type AlsoCreated = ImportResult["alsoCreated"]["categories"];

/** With the categories that they needed. */
export async function importEntries(
  work: Work,
  entries: readonly ImportEntry[],
): Promise<{ outcomes: ImportedOutcome[]; categories: AlsoCreated }> {
  if (entries.length === 0) return { outcomes: [], categories: [] };
  const { ctx, preview, now, iconOf } = work;
  const { caller } = ctx;
  const known = await listCategories(work);
  const categories = categoryFinder(known);
  const stored = await storedEntries(ctx, entries);
  const groups = groupFields(work, [...stored.values()].flat());
  /**
   * The values that this import has already given to entries. A file that names an entry twice must not change it back
   * and forth.
   */
  const given = new Map<string, string>();
  const replaced: Replaced[] = [];
  const newCategories = new Set<string>();
  const all = { categories: new Map<string, New<"KeyCategory"> & { id: string }>(), entries: [] as Made[] };

  const importOne = async (
    entry: ImportEntry,
    foundId: string | undefined,
    holding: ReturnType<typeof groups.holding>,
  ): Promise<ImportOutcome> => {
    const { keyType, name, environment = null, value, ordinal, former = [] } = entry;
    const category = categoryOf(entry);
    if (keyType === "simple" && !category.envVarName) return done("rejected", "A simple entry needs envVarName");
    const fieldNames = checkEntryValue(keyType, value);
    const at = writtenAt(entry.valueChangedAt, "valueChangedAt", now);
    const before = former.map((one) => ({
      value: one.value,
      fieldNames: checkEntryValue(keyType, one.value),
      at: writtenAt(one.writtenAt, "writtenAt", now),
    }));
    const wanted = foundId ?? categoryKey(category);
    const entryKey = keyOf(wanted, name, environment);
    const meant = ordinal === undefined ? entryKey : keyOf(categoryKey(category), name, environment, ordinal);
    const earlier = given.get(meant);
    if (earlier !== undefined)
      return isSame(keyType, earlier, value) ? done("unchanged") : done("rejected", givenTwice);
    given.set(meant, value);

    if (holding.length > 0) return groups.give(holding, entry);

    const rows = ordinal === undefined ? (stored.get(entryKey) ?? []) : storedSame(entry);
    const row = rows[ordinal ?? 0];
    if (ordinal === undefined && rows.length > 1)
      return done("rejected", "Several entries of this category, name and environment are there: which one is meant?");
    if (row) {
      const { id } = row;
      if (keyType === "group" && !groups.giveWhole(id, value)) return done("rejected", givenTwice);
      if (isSealedSame(ctx, "KeyEntry", { id, sealed: row.encryptedValue }, (kept) => isSame(keyType, kept, value)))
        return done("unchanged");
      if (!preview) replaced.push({ standing: row, ...entryValue(ctx, id, keyType, value, fieldNames) });
      return updated(work, row);
    }
    if (foundId === undefined) newCategories.add(category.name);
    const made = newEntry(ctx, keyType, { ...entry, categoryId: foundId ?? "" }, fieldNames);
    if (preview) return created(work, made.id);
    let categoryId = foundId ?? all.categories.get(wanted)?.id;
    if (categoryId === undefined) {
      if (!caller.bounds) requireScope(caller, "categories:write", thisImport);
      categoryId = newRowId();
      all.categories.set(wanted, { ...category, icon: iconOf(category.name), origin: "import", id: categoryId });
    }
    const { id, rotateEveryDays } = made;
    const dates = { ...valueAfter(before.length, at), rotateAt: rotationAt(rotateEveryDays, at) };
    all.entries.push({
      row: { ...made, categoryId, ...dates },
      former: before.map(({ value, fieldNames, at }) => {
        const { encryptedValue: sealed, ...names } = entryValue(ctx, id, keyType, value, fieldNames);
        return { sealed, ...names, at };
      }),
    });
    if (before.length === 0) rememberCreated({ id, keyType, text: value, valueAt: at });
    return created(work, id, before.length);
  };

  /** The entries that look the same, of all categories that do, the oldest first. */
  const storedSame = (entry: ImportEntry) =>
    categories
      .all(categoryOf(entry))
      .flatMap(({ id }) => stored.get(keyOf(id, entry.name, entry.environment)) ?? [])
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1));

  const outcomes: ImportedOutcome[] = [];
  await inBatches(entries, async (some) => {
    for (const entry of some) {
      const holds = (id: string) => stored.has(keyOf(id, entry.name, entry.environment));
      const found = categories.find(categoryOf(entry), holds);
      const holding = found && holds(found.id) ? [] : groups.holding(entry);
      const outcome = await orRejected(() => importOne(entry, found?.id, holding));
      const [group] = holding;
      const place = group ? known.find(({ id }) => id === group.categoryId) : found;
      outcomes.push({ ...outcome, category: place && maySeeCategories(caller) ? place.name : entry.category });
    }
  });
  // A preview doesn't say that they would be made either.
  assertMayCreate(ctx, [...newCategories]);
  await replaceEntryValues(ctx, preview ? [] : [...replaced, ...groups.replaced()]);
  const categoriesMade = [...all.categories.values()];
  await change.createMany(ctx, "KeyCategory", categoriesMade);
  await change.createMany(
    ctx,
    "KeyEntry",
    all.entries.map(({ row }) => row),
  );
  await inBatches(all.entries, async (some) => {
    for (const { row, former } of some) await keepFormer(ctx, "KeyEntry", row, former);
  });
  return { outcomes, categories: categoriesMade.map(({ id, name }) => ({ id, name, version: 1 })) };
}

/** The stored entries with the imported names, by category, name and environment. */
async function storedEntries(ctx: Work["ctx"], entries: readonly ImportEntry[]) {
  const storedOf = (names: string[]) =>
    ctx.tx.keyEntry.findMany({
      where: { ...owned(ctx, "KeyEntry"), name: { in: names } },
      select: {
        ...{ id: true, categoryId: true, name: true, environment: true, encryptedValue: true, fieldNames: true },
        ...{ createdAt: true, valueAt: true, rotateEveryDays: true, version: true, valueVersion: true },
      },
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
