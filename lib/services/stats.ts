import type { Caller } from "../auth/caller";
import { environments, keyTypes } from "../contracts/primitives";
import type { Stats } from "../contracts/stats";
import { oneSnapshot } from "../db/isolation";
import { runtime } from "../runtime";

export async function getStats({ userId }: Caller): Promise<Stats> {
  const { db, databaseKind } = runtime();
  // One snapshot, so that the sums agree with one another.
  const [totalCategories, totalEntries, total2fa, byEnvironment, ...byType] = await db.$transaction([
    db.keyCategory.count({ where: { userId } }),
    db.keyEntry.count({ where: { userId } }),
    db.twoFactorToken.count({ where: { userId } }),
    db.keyEntry.groupBy({ by: ["environment"], where: { userId }, _count: { _all: true }, orderBy: { environment: "asc" } }),
    ...keyTypes.map((keyType) => db.keyEntry.count({ where: { userId, category: { keyType } } })),
  ], oneSnapshot(databaseKind));
  const inEnvironment = (name: string) => {
    const counted = byEnvironment.find(({ environment }) => environment === name)?._count;
    return typeof counted === "object" ? (counted._all ?? 0) : 0;
  };
  return {
    totalCategories,
    totalEntries,
    total2fa,
    byKeyType: tally(keyTypes, (_, index) => byType[index] ?? 0),
    byEnvironment: tally(environments, inEnvironment),
  };
}

/** Every name is always present, zeros included. */
function tally<const Name extends string>(names: readonly Name[], countOf: (name: Name, index: number) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name, index) => [name, countOf(name, index)])) as Record<Name, number>;
}
