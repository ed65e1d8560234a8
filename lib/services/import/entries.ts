import { hasScope, requireScope } from "../../auth/grants/authorize";
import type { Caller } from "../../auth/caller";
import {
  categoryOf,
  type ImportedOutcome,
  type ImportEntry,
  type ImportOutcome,
  type ImportResult,
} from "../../contracts/transfer/import";
import { newRowId } from "../../db/row-id";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { rotationAt } from "../doors/change/due";
import { type Replaced, replaceEntryValues } from "../doors/change/replace-values";
import { type FormerValue, keepFormer, valueAfter } from "../doors/change/value";
import { entryValue, newEntry } from "../entries/entries";
import { checkEntryValue, readGroup } from "../entries/entry-value";
import { rememberCreated } from "../references/fingerprints/written-values";
import { groupFields } from "./group-fields";
import { categoryFinder, categoryKey, listCategories } from "./categories";
import { assertMayCreate } from "./outside";
import { storedEntries, type StoredValues, storedValues } from "./stored-entries";
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

  /** Where an entry is in the vault: its category, the groups whose field it is, and the entries that it may be. */
  const placeOf = (entry: ImportEntry) => {
    const { name, environment, ordinal } = entry;
    const holds = (id: string) => stored.has(keyOf(id, name, environment));
    const found = categories.find(categoryOf(entry), holds);
    const same = found ? (stored.get(keyOf(found.id, name, environment)) ?? []) : [];
    const holding = same.length > 0 ? [] : groups.holding(entry);
    return { entry, found, holding, rows: ordinal === undefined ? same : storedSame(entry) };
  };
  type Place = ReturnType<typeof placeOf>;

  /** The stored entry whose value an import of it needs. */
  const comparedWith = ({ entry: { ordinal = 0 }, holding, rows }: Place) => holding[0] ?? rows[ordinal];

  const importOne = async ({ entry, found, holding, rows }: Place, values: StoredValues): Promise<ImportOutcome> => {
    const foundId = found?.id;
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

    if (holding.length > 0) return groups.give(holding, entry, values);

    const row = rows[ordinal ?? 0];
    if (ordinal === undefined && rows.length > 1)
      return done("rejected", "Several entries of this category, name and environment are there: which one is meant?");
    if (row) {
      const { id } = row;
      if (keyType === "group" && !groups.giveWhole(id, value)) return done("rejected", givenTwice);
      if (values.isSame(id, (kept) => isSame(keyType, kept, value))) return done("unchanged");
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
    const first = valueAfter(before.length, at);
    const formerValues = before.map(({ value, fieldNames, at }) => {
      const { encryptedValue: sealed, ...names } = entryValue(ctx, id, keyType, value, fieldNames);
      return { sealed, ...names, at };
    });
    const dates = { ...first, rotateAt: rotationAt(rotateEveryDays, at) };
    all.entries.push({ row: { ...made, categoryId, ...dates }, former: formerValues });
    const texts = before.map(({ value }, index) => ({ text: value, bytes: formerValues[index]?.sealed.length ?? 0 }));
    rememberCreated({ id, keyType, text: value }, first, texts);
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
    const places = some.map(placeOf);
    const compared = places.flatMap((place) => comparedWith(place)?.id ?? []);
    const values = await storedValues(ctx, compared);
    for (const place of places) {
      const { entry, found, holding } = place;
      const outcome = await orRejected(() => importOne(place, values));
      const [group] = holding;
      const category = group ? known.find(({ id }) => id === group.categoryId) : found;
      outcomes.push({ ...outcome, category: category && maySeeCategories(caller) ? category.name : entry.category });
    }
  });
  // A preview doesn't say that they would be made either.
  assertMayCreate(ctx, [...newCategories]);
  if (!preview) {
    await replaceEntryValues(ctx, replaced);
    for await (const some of groups.replaced()) await replaceEntryValues(ctx, some);
  }
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

/** Lists of entries name the categories too. */
const maySeeCategories = (caller: Caller) => hasScope(caller, "categories:read") || hasScope(caller, "entries:read");

/** Groups are equal if their fields are, whatever the spacing and order of their JSON. */
function isSame(keyType: ImportEntry["keyType"], one: string, other: string): boolean {
  if (one === other || keyType !== "group") return one === other;
  const sorted = (text: string) => JSON.stringify(Object.entries(readGroup(text)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
