import type { InTransaction } from "../../auth/context";
import type { Environment } from "../../contracts/primitives";
import type { Transferred } from "../../contracts/transfer/transfer";
import { slicesOf } from "../../slices";
import * as change from "../doors/change/change";
import { moveEntryVersion } from "../doors/change/move-along";
import { owned, owner } from "../doors/owned";
import type { VisibleRow } from "../doors/resources";
import { reseal, sealAgain } from "../doors/disclose/seal-again";
import { assertAll, assertReached, type Move, rowsAtOnce } from "./move";

/** The activity of the vault where it was has told its dates, and not that of the one where it goes. */
const untold = { toldExpiresAt: null, toldRotateAt: null };

/** Moves entries with their former values, into categories of the same names and types. */
export async function moveEntries(move: Move, ids: string[]): Promise<Pick<Transferred, "entries" | "twins">> {
  const { from, to } = move;
  // Before the first is moved, which would be its own twin.
  const twins = await twinsOf(move, await placesOf(move, ids));
  const categoryIn = categoriesIn(to);
  for (const page of slicesOf(ids, rowsAtOnce)) {
    const rows = await from.tx.keyEntry.findMany({
      where: { id: { in: page }, AND: [owned(from, "KeyEntry")] },
      select: { id: true, name: true, environment: true, encryptedValue: true, category: true },
    });
    for (const { id, name, environment, encryptedValue, category } of rows) {
      const categoryId = await categoryIn(category);
      const value = reseal(from, to, "KeyEntry", { id, sealed: encryptedValue });
      const data = { categoryId, encryptedValue: value, ...untold };
      await change.move(from, to, "KeyEntry", { id, name, environment }, data);
      await moveEntryVersions(move, id);
      await move.inTime();
    }
  }
  return { entries: ids.length, twins };
}

type Category = Pick<VisibleRow<"KeyCategory">, "name" | "keyType" | "envVarName" | "icon" | "description" | "origin">;

/** Finds the vault's category of the same name and type, or makes it. Nobody else changes the vault meanwhile. */
function categoriesIn(to: InTransaction): (of: Category) => Promise<string> {
  const known = new Map<string, string>();
  return async ({ name, keyType, envVarName, icon, description, origin }) => {
    const same = { name, keyType };
    const key = JSON.stringify([name, keyType]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const standing = await to.tx.keyCategory.findFirst({
      where: { ...same, ...owned(to, "KeyCategory") },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    const { id } =
      standing ?? (await change.create(to, "KeyCategory", { ...same, envVarName, icon, description, origin }));
    known.set(key, id);
    return id;
  };
}

type Named = { name: string; environment: string | null; category: { name: string } };
const named = { name: true, environment: true, category: { select: { name: true } } };

/** What a reference knows of an entry. */
const keyOf = ({ name, environment, category }: Named) => JSON.stringify([category.name, name, environment]);

/** Throws ENTRY_NOT_FOUND unless the caller reaches all of them. */
async function placesOf({ from, inTime }: Move, ids: readonly string[]): Promise<(Named & { id: string })[]> {
  const found: (Named & { id: string })[] = [];
  for (const page of slicesOf(ids, rowsAtOnce)) {
    const where = { id: { in: page }, AND: [owned(from, "KeyEntry")] };
    found.push(...(await from.tx.keyEntry.findMany({ where, select: { id: true, ...named }, orderBy: { id: "asc" } })));
    await inTime();
  }
  assertAll(found, ids, "ENTRY_NOT_FOUND");
  return found;
}

/** The entries that no reference could tell from one that the vault has, as far as the caller reaches it. */
async function twinsOf({ to, inTime }: Move, rows: readonly (Named & { id: string })[]): Promise<Transferred["twins"]> {
  const known = new Set<string>();
  for (const page of slicesOf([...new Set(rows.map(({ name }) => name))], rowsAtOnce)) {
    const where = { name: { in: page }, AND: [owned(to, "KeyEntry")] };
    for (const standing of await to.tx.keyEntry.findMany({ where, select: named })) known.add(keyOf(standing));
    await inTime();
  }
  return rows
    .filter((row) => known.has(keyOf(row)))
    .map(({ id, name, environment, category }) => ({
      ...{ id, category: category.name, name },
      environment: environment as Environment | null,
    }));
}

/** Former values go with their entry. Those that can't be decrypted stay so. */
async function moveEntryVersions(move: Move, entryId: string): Promise<void> {
  const { from, to } = move;
  const where = { entryId, ...owner(from) };
  if (from.caller.bounds) assertReached(await from.tx.entryVersion.count({ where: { ...where, samePlace: 0 } }));
  for (const { id } of await from.tx.entryVersion.findMany({ where, select: { id: true } })) {
    const row = await from.tx.entryVersion.findUniqueOrThrow({ where: { id }, select: { encryptedValue: true } });
    const sealed = row.encryptedValue;
    const encryptedValue = sealAgain(from, to, "KeyEntry", { id: entryId, sealed }) ?? sealed;
    await moveEntryVersion(from, to, id, encryptedValue);
    await move.inTime();
  }
}
