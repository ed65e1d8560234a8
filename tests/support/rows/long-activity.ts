import type { Runtime } from "@/lib/runtime";

/** Adds records to a vault's activity by one statement, up to this number. They are not as the vault would write them. */
export async function lengthenActivity({ db, databaseKind }: Runtime, userId: string, upTo: number): Promise<void> {
  const { number } = await db.activityHead.findUniqueOrThrow({ where: { userId } });
  const numbers =
    databaseKind === "postgresql"
      ? `SELECT generate_series(${number + 1}, ${upTo}) AS n`
      : `WITH RECURSIVE c(n) AS (SELECT ${number + 1} UNION ALL SELECT n + 1 FROM c WHERE n < ${upTo}) SELECT n FROM c`;
  const at = databaseKind === "postgresql" ? "now()" : "'2026-03-01T09:30:00.000+00:00'";
  await db.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(
      `INSERT INTO "Activity" ("id", "userId", "number", "at", "action", "actorKind", "outcome", "mac")
       SELECT '${userId}-' || n, '${userId}', n, ${at}, 'entry.reveal', 'system', 'done', 'mac ' || n FROM (${numbers}) AS numbers`,
    );
    await tx.activityHead.update({ where: { userId }, data: { number: upTo } });
  });
}
