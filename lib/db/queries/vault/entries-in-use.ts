import type { Kysely } from "kysely";
import type { Within } from "../bounded";
import { checked, placesOf } from "../query";
import type { Schema } from "../schema";

const entries = (db: Kysely<Schema>) => db.selectFrom("KeyEntry as e");

const inUse = (found: ReturnType<typeof entries>, within: Within) =>
  found.where("e.trashId", "is", null).$if(within.isBounded, (found) => found.where(within.entry));

/** The owner's entries `e` that are not in the trash and that the caller's bounds let them reach. */
export const entriesInUse = (db: Kysely<Schema>, given: { userId: string }, within: Within) =>
  inUse(entries(db).where("e.userId", "=", given.userId), within);

/** The one of them with this id. */
export const entryInUse = (db: Kysely<Schema>, given: { userId: string; id: string }, within: Within) =>
  inUse(entries(db).where("e.id", "=", given.id).where("e.userId", "=", given.userId), within);

/** Those of them with these ids. */
export const entriesInUseById = (
  db: Kysely<Schema>,
  given: { userId: string; ids: readonly string[] },
  within: Within,
) =>
  inUse(
    entries(db).where((eb) => checked(eb("e.userId", "=", given.userId))),
    within,
  ).where("e.id", "in", placesOf(given.ids));
