import type { ImportEntry } from "../../contracts/transfer/import";
import { isSealedSame, readSealed } from "../doors/disclose/disclose";
import { owned } from "../doors/owned";
import { readGroup } from "../entries/entry-value";
import { inBatches, keyOf, type Work } from "./work";

/** An entry as this import has read it, without its value. */
export type StoredEntry = {
  id: string;
  categoryId: string;
  name: string;
  environment: string | null;
  /** Only groups have them. */
  fieldNames: string | null;
  createdAt: Date;
  valueAt: Date | null;
  rotateEveryDays: number | null;
  version: number;
  valueVersion: number;
};

/**
 * The stored entries with the imported names, by category, name and environment. Without their values: there may be
 * thousands, and hundreds of megabytes.
 */
export async function storedEntries(
  ctx: Work["ctx"],
  entries: readonly ImportEntry[],
): Promise<Map<string, StoredEntry[]>> {
  const stored = new Map<string, StoredEntry[]>();
  await inBatches([...new Set(entries.map(({ name }) => name))], async (names) => {
    const rows = await ctx.tx.keyEntry.findMany({
      where: { ...owned(ctx, "KeyEntry"), name: { in: names } },
      select: {
        ...{ id: true, categoryId: true, name: true, environment: true, fieldNames: true },
        ...{ createdAt: true, valueAt: true, rotateEveryDays: true, version: true, valueVersion: true },
      },
    });
    for (const row of rows) {
      const key = keyOf(row.categoryId, row.name, row.environment);
      const same = stored.get(key);
      if (same) same.push(row);
      else stored.set(key, [row]);
    }
  });
  return stored;
}

/** The values of a few stored entries. One that isn't there any more, or can't be decrypted, equals nothing. */
export type StoredValues = {
  isSame(id: string, isSame: (text: string) => boolean): boolean;
  /** The fields of a group, which is opened once. Null if it can't be. */
  fieldsOf(id: string): Record<string, string> | null;
};

/** Reads the values of so many entries as memory may hold: one batch. */
export async function storedValues(ctx: Work["ctx"], ids: readonly string[]): Promise<StoredValues> {
  const rows =
    ids.length === 0
      ? []
      : await ctx.tx.keyEntry.findMany({
          where: { ...owned(ctx, "KeyEntry"), id: { in: [...new Set(ids)] } },
          select: { id: true, encryptedValue: true },
        });
  const values = new Map(rows.map(({ id, encryptedValue: sealed }) => [id, { id, sealed }]));
  const groups = new Map<string, Record<string, string> | null>();
  return {
    isSame(id, isSame) {
      const value = values.get(id);
      return value !== undefined && isSealedSame(ctx, "KeyEntry", value, isSame);
    },
    fieldsOf(id) {
      const known = groups.get(id);
      if (known !== undefined) return known;
      const value = values.get(id);
      const fields = value ? readSealed(ctx, "KeyEntry", value, readGroup) : null;
      groups.set(id, fields);
      return fields;
    },
  };
}
