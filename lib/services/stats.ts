import type { Context } from "../auth/context";
import { environments, keyTypes } from "../contracts/primitives";
import type { Stats } from "../contracts/vault/stats";
import { countOwned } from "../db/queries/vault/stats";
import { listOwned } from "./doors/owned";

export async function getStats(ctx: Context): Promise<Stats> {
  const groups = await listOwned(ctx, countOwned, {});
  const sum = (isMeant: (group: (typeof groups)[number]) => boolean) =>
    groups.reduce((total, group) => total + (isMeant(group) ? Number(group.n) : 0), 0);
  return {
    totalCategories: sum(({ what }) => what === "category"),
    totalEntries: sum(({ what }) => what === "entry"),
    total2fa: sum(({ what }) => what === "token"),
    byKeyType: tally(keyTypes, (name) => sum(({ keyType }) => keyType === name)),
    byEnvironment: tally(environments, (name) => sum(({ environment }) => environment === name)),
  };
}

/** Contains every name, even those with a count of 0. */
function tally<const Name extends string>(
  names: readonly Name[],
  countOf: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, countOf(name)])) as Record<Name, number>;
}
