import { query } from "../query";

/** Where an entry has its place in the order of all of them. */
type Place = { userId: string; name: string; createdAt: string; id: string };

/**
 * The next entries of a vault after one, what is in the trash too. The comparison of whole rows begins right there in
 * the index, in whose order they come, however many entries have the same name.
 */
export const listEntriesBehind = query(
  "listEntriesBehind",
  (db, given: Place & { limit: number }) =>
    db
      .selectFrom("KeyEntry")
      .select(["id", "name", "createdAt"])
      .where("userId", "=", given.userId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("name", "createdAt", "id"), ">", tuple(given.name, given.createdAt, given.id) as never),
      )
      .orderBy("name")
      .orderBy("createdAt")
      .orderBy("id")
      .limit(given.limit),
  { withTrash: "an ending vault's trash goes with it" },
);
