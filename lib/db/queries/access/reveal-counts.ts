import { sql } from "kysely";
import { query } from "../query";

type Key = { userId: string; accessKeyId: string };

/** The counts of the last day, oldest first. `since` is the first minute that counts. */
export const listRevealCounts = query("listRevealCounts", (db, given: Key & { since: number }) =>
  db
    .selectFrom("RevealCount")
    .select(["minute", "count"])
    .where("userId", "=", given.userId)
    .where("accessKeyId", "=", given.accessKeyId)
    .where("minute", ">=", given.since)
    .orderBy("minute"),
);

/** The key, if it has revealed more than `most` values since then. */
export const findOverspentKey = query("findOverspentKey", (db, given: Key & { since: number; most: number }) =>
  db
    .selectFrom("AccessKey as k")
    .select("k.id")
    .where("k.id", "=", given.accessKeyId)
    .where("k.userId", "=", given.userId)
    .where(
      ({ selectFrom }) =>
        selectFrom("RevealCount as r")
          .select(({ fn }) => fn.coalesce(fn.sum<number>("r.count"), sql.lit(0)).as("sum"))
          .where("r.accessKeyId", "=", given.accessKeyId)
          .where("r.minute", ">=", given.since),
      ">",
      given.most,
    ),
);

/** An access key of its owner, to be held while its count is raised. */
export const findKeyToCount = query("findKeyToCount", (db, given: Key) =>
  db
    .selectFrom("AccessKey as k")
    .select("k.id")
    .where("k.id", "=", given.accessKeyId)
    .where("k.userId", "=", given.userId),
);

export const addToRevealCount = query(
  "addToRevealCount",
  (db, given: Key & { id: string; minute: number; count: number }) =>
    db
      .insertInto("RevealCount")
      .values({
        id: given.id,
        userId: given.userId,
        accessKeyId: given.accessKeyId,
        minute: given.minute,
        count: given.count,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["accessKeyId", "minute"])
          .doUpdateSet(({ ref, eb }) => ({ count: eb(ref("RevealCount.count"), "+", ref("excluded.count")) })),
      ),
);
