import { checked, placesOf, query } from "../query";

/*
 * What is due and was not told yet. What was told is in none of the two indexes of entries, so that looking costs as much
 * as there is to tell.
 */

const everybodys = { ofAnyOwner: "the vault tells everybody's activity what is due" };

/** `besides`: not of these vaults. */
type Due = { untilAt: string; limit: number; besides: readonly string[] };
type Some = { userId: string; ids: readonly string[]; untilAt: string };

/** `due`: when it is due. `told`: the date that was told last. `what`: what the queries call it. */
const ofEntries = (due: "expiresAt" | "rotateAt", told: "toldExpiresAt" | "toldRotateAt", what: string) => ({
  /** Entries that are due by then, what is due first before the others. */
  list: query(
    `listUntold${what}`,
    (db, given: Due) =>
      db
        .selectFrom("KeyEntry")
        .select(["id", "userId"])
        .where(due, "<=", given.untilAt)
        .where("trashId", "is", null)
        .whereRef(due, "is distinct from", told)
        .where("userId", "not in", placesOf(given.besides))
        .orderBy(due)
        .limit(given.limit),
    everybodys,
  ),
  /** Those of these entries that still are. */
  find: query(`findUntold${what}`, (db, given: Some) =>
    db
      .selectFrom("KeyEntry")
      .select(["id", `${due} as dueAt`])
      .where((eb) => checked(eb("userId", "=", given.userId)))
      .where("id", "in", placesOf(given.ids))
      .where((eb) => checked(eb(due, "<=", given.untilAt)))
      .where("trashId", "is", null)
      .whereRef(due, "is distinct from", told)
      .orderBy(due)
      .orderBy("id"),
  ),
  /** They are told. */
  mark: query(`mark${what}Told`, (db, given: Omit<Some, "untilAt">) =>
    db
      .updateTable("KeyEntry")
      .set((eb) => ({ [told]: eb.ref(due) }))
      .where((eb) => checked(eb("userId", "=", given.userId)))
      .where("id", "in", placesOf(given.ids))
      .where("trashId", "is", null),
  ),
});

export const untoldEntries = {
  expires: ofEntries("expiresAt", "toldExpiresAt", "Expiries"),
  rotate: ofEntries("rotateAt", "toldRotateAt", "Rotations"),
};

/** Access keys that somebody made and that expire between these moments, what expires first before the others. */
export const listUntoldKeys = query(
  "listUntoldKeys",
  (db, given: Due & { sinceAt: string }) =>
    db
      .selectFrom("AccessKey as k")
      .leftJoin("KeyNotice as n", "n.accessKeyId", "k.id")
      .select(["k.id", "k.userId"])
      .where("k.ruleId", "is", null)
      .where("k.expiresAt", ">", given.sinceAt)
      .where("k.expiresAt", "<=", given.untilAt)
      .whereRef("k.expiresAt", "is distinct from", "n.expiresAt")
      .where("k.userId", "not in", placesOf(given.besides))
      .orderBy("k.expiresAt")
      .limit(given.limit),
  everybodys,
);

/** Those of these keys that still do. */
export const findUntoldKeys = query("findUntoldKeys", (db, given: Some) =>
  db
    .selectFrom("AccessKey as k")
    .leftJoin("KeyNotice as n", "n.accessKeyId", "k.id")
    .select(["k.id", "k.name", "k.bounds", "k.expiresAt as dueAt"])
    .where((eb) => checked(eb("k.userId", "=", given.userId)))
    .where("k.id", "in", placesOf(given.ids))
    .where((eb) => checked(eb("k.expiresAt", "<=", given.untilAt)))
    .whereRef("k.expiresAt", "is distinct from", "n.expiresAt")
    .orderBy("k.expiresAt")
    .orderBy("k.id"),
);
