import type { Caller } from "../auth/caller";
import { environments, keyTypes } from "../contracts/primitives";
import type { Stats } from "../contracts/stats";
import { runtime } from "../runtime";

type Group = {
  what: "category" | "token" | "entry";
  keyType: string | null;
  environment: string | null;
  n: number | bigint;
};

export async function getStats({ userId }: Caller): Promise<Stats> {
  // One statement, and so one snapshot: the sums agree with one another.
  const groups = await runtime().reads.all<Group>(
    `SELECT 'category' AS "what", NULL AS "keyType", NULL AS "environment", count(*) AS "n" FROM "KeyCategory" WHERE "userId" = ?
     UNION ALL SELECT 'token', NULL, NULL, count(*) FROM "TwoFactorToken" WHERE "userId" = ?
     UNION ALL SELECT 'entry', c."keyType", e."environment", count(*) FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE e."userId" = ? GROUP BY c."keyType", e."environment"`,
    userId,
    userId,
    userId,
  );
  const sum = (isMeant: (group: Group) => boolean) =>
    groups.reduce((total, group) => total + (isMeant(group) ? Number(group.n) : 0), 0);
  return {
    totalCategories: sum(({ what }) => what === "category"),
    totalEntries: sum(({ what }) => what === "entry"),
    total2fa: sum(({ what }) => what === "token"),
    byKeyType: tally(keyTypes, (name) => sum(({ keyType }) => keyType === name)),
    byEnvironment: tally(environments, (name) => sum(({ environment }) => environment === name)),
  };
}

/** Every name is always present, zeros included. */
function tally<const Name extends string>(
  names: readonly Name[],
  countOf: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, countOf(name)])) as Record<Name, number>;
}
