import { type NotNull, sql } from "kysely";
import { boundedQuery } from "../bounded";
import { checked, checkedAnyway, placesOf, query } from "../query";
import { entriesInUse, entriesInUseById } from "./entries-in-use";

/** Which value each entry has now. */
export const listValueMarks = boundedQuery("listValueMarks", (db, given: { userId: string }, within) =>
  entriesInUse(db, given, within).select(["e.id", "e.valueVersion", "e.valueId", "e.valueAt"]),
);

const bytesOf = sql<number>`length("v"."encryptedValue")`;

type Some = { userId: string; ids: readonly string[] };

/** The same for these entries, with the sealed values. */
export const findMarkedValues = boundedQuery("findMarkedValues", (db, given: Some, within) =>
  entriesInUseById(db, given, within)
    .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
    .select(["e.id", "e.valueVersion", "e.valueId", "e.valueAt", "e.encryptedValue", "c.keyType"]),
);

/** The former values of these entries: each row's id, how long the sealed value is, and itself if it is `least` to `most` bytes long. */
export const listFormerValues = query("listFormerValues", (db, given: Some & { least: number; most: number }) =>
  db
    .selectFrom("EntryVersion as v")
    .select((eb) => [
      "v.id",
      "v.entryId",
      "v.version",
      bytesOf.as("bytes"),
      eb
        .case()
        .when(eb.between(bytesOf, sql<number>`${given.least}`, sql<number>`${given.most}`))
        .then(eb.ref("v.encryptedValue"))
        .end()
        .as("encryptedValue"),
    ])
    .where((eb) => checked(eb("v.userId", "=", given.userId)))
    .where("v.entryId", "in", placesOf(given.ids)),
);

/** Which former values of these entries are still kept; with a place of 1, only those that they had where they lie. */
export const listKeptVersions = query("listKeptVersions", (db, given: Some & { samePlace: number }) =>
  db
    .selectFrom("EntryVersion as v")
    .select(["v.entryId", "v.version"])
    .where((eb) => checked(eb("v.userId", "=", given.userId)))
    .where("v.samePlace", ">=", given.samePlace)
    .where("v.entryId", "in", placesOf(given.ids)),
);

/** Former values by the ids of their own rows. */
export const findFormerValues = query("findFormerValues", (db, given: Some) =>
  db
    .selectFrom("EntryVersion as v")
    .select(["v.id", "v.entryId", "v.encryptedValue"])
    .where((eb) => checked(eb("v.userId", "=", given.userId)))
    .where("v.id", "in", placesOf(given.ids)),
);

const placeColumns = [
  "e.id",
  "e.categoryId",
  "e.name",
  "e.environment",
  "e.fieldNames",
  "e.createdAt",
  "e.valueVersion",
  "e.valueId",
  "e.valueAt",
  "c.name as category",
  "c.envVarName",
] as const;

/** What entries are called, and since when they have their values. */
export const findEntryPlaces = boundedQuery("findEntryPlaces", (db, given: Some, within) =>
  entriesInUseById(db, given, within).innerJoin("KeyCategory as c", "c.id", "e.categoryId").select(placeColumns),
);

/**
 * The same of one entry. The caller's limits are looked at for an id that leads nowhere, too: that takes longer than all
 * the rest, and a caller could tell from it which ids are those of entries outside of the limits.
 */
export const findEntryPlace = boundedQuery("findEntryPlace", (db, given: { userId: string; id: string }, within) =>
  db
    .selectFrom("Owner as o")
    .leftJoin("KeyEntry as e", (join) =>
      join.on("e.id", "=", given.id).on("e.userId", "=", given.userId).on("e.trashId", "is", null),
    )
    .leftJoin("KeyCategory as c", "c.id", "e.categoryId")
    .select(placeColumns)
    .$narrowType<Found<"id" | "categoryId" | "name" | "createdAt" | "valueVersion" | "category" | "envVarName">>()
    .where("o.id", "=", given.userId)
    .where((eb) => checkedAnyway(eb.and([...(within.isBounded ? [within.entry] : []), eb("e.id", "is not", null)]))),
);

/** A joined row that is there. */
type Found<Columns extends string> = Record<Columns, NotNull>;
