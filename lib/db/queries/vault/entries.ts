import { sql } from "kysely";
import { boundedQuery } from "../bounded";
import { categoryOfEntry, query } from "../query";
import { entriesInUse, entriesInUseById, entryInUse } from "./entries-in-use";

const columns = [
  "e.id",
  "e.categoryId",
  "e.name",
  "e.environment",
  "e.notes",
  "e.fieldNames",
  "e.expiresAt",
  "e.rotateEveryDays",
  "e.valueAt",
  "e.createdAt",
  "e.updatedAt",
  "e.version",
] as const;

type One = { id: string; userId: string };

export const listEntries = boundedQuery("listEntries", (db, given: { userId: string }, within) =>
  entriesInUse(db, given, within)
    .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
    .select(columns)
    .select(["c.name as categoryName", "c.keyType", "c.envVarName", "c.icon"])
    .orderBy("e.name")
    .orderBy("e.createdAt")
    .orderBy("e.id"),
);

export const findEntry = boundedQuery("findEntry", (db, given: One, within) =>
  entryInUse(db, given, within).select(columns),
);

/** The oldest entry with the same category, name and environment. */
export const findSameEntry = boundedQuery(
  "findSameEntry",
  (db, given: { userId: string; name: string; categoryId: string; environment: string | null }, within) =>
    entriesInUse(db, given, within)
      .select(["e.id", "e.version"])
      .where("e.name", "=", given.name)
      .where("e.categoryId", "=", given.categoryId)
      .where("e.environment", "is not distinct from", given.environment)
      .orderBy("e.createdAt")
      .orderBy("e.id")
      .limit(sql.lit(1)),
);

export const insertEntry = query(
  "insertEntry",
  (
    db,
    given: {
      id: string;
      userId: string;
      categoryId: string;
      name: string;
      environment: string | null;
      notes: string | null;
      fieldNames: string | null;
      encryptedValue: Uint8Array<ArrayBuffer>;
      valueBy: string;
      expiresAt: string | null;
      rotateEveryDays: number | null;
      rotateAt: string | null;
      at: string;
    },
  ) =>
    db.insertInto("KeyEntry").values({
      id: given.id,
      userId: given.userId,
      categoryId: given.categoryId,
      name: given.name,
      environment: given.environment,
      notes: given.notes,
      fieldNames: given.fieldNames,
      encryptedValue: given.encryptedValue,
      createdAt: given.at,
      updatedAt: given.at,
      version: sql.lit(1),
      valueVersion: sql.lit(1),
      valueBy: given.valueBy,
      expiresAt: given.expiresAt,
      rotateEveryDays: given.rotateEveryDays,
      rotateAt: given.rotateAt,
    }),
);

/** Gives an entry another value, which begins a version. What it held is kept before. */
export const replaceEntryValue = query(
  "replaceEntryValue",
  (
    db,
    given: {
      id: string;
      userId: string;
      fieldNames: string | null;
      encryptedValue: Uint8Array<ArrayBuffer>;
      valueId: string;
      valueBy: string;
      rotateAt: string | null;
      at: string;
    },
  ) =>
    db
      .updateTable("KeyEntry")
      .set(({ eb }) => ({
        fieldNames: given.fieldNames,
        encryptedValue: given.encryptedValue,
        valueId: given.valueId,
        valueBy: given.valueBy,
        valueAt: given.at,
        rotateAt: given.rotateAt,
        updatedAt: given.at,
        valueVersion: eb("version", "+", sql.lit(1)),
        version: eb("version", "+", sql.lit(1)),
      }))
      .where("id", "=", given.id)
      .where("userId", "=", given.userId)
      .where("trashId", "is", null),
);

/** Includes the sealed value. */
export const findSealedEntry = boundedQuery("findSealedEntry", (db, given: One, within) =>
  entryInUse(db, given, within)
    .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
    .select([
      "e.name",
      "e.environment",
      "e.encryptedValue",
      "e.version",
      "e.valueId",
      "e.valueVersion",
      "c.keyType",
      "c.name as category",
    ]),
);

/** Those of these ids that are entries of this owner. */
export const findEntryIds = boundedQuery(
  "findEntryIds",
  (db, given: { userId: string; ids: readonly string[] }, within) => entriesInUseById(db, given, within).select("e.id"),
);

/** The entries that fit into a line of an env file, in export order; null means any environment or name, `none` no environment. */
export const listExported = boundedQuery(
  "listExported",
  (db, given: { userId: string; environment: string | null; name: string | null }, within) =>
    entriesInUse(db, given, within)
      .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
      .select("e.id")
      .where("c.keyType", "in", [sql.lit("simple"), sql.lit("group")])
      // PostgreSQL needs the type of a value that is compared with NULL.
      .where(({ eb, or, cast }) =>
        or([
          eb(cast(eb.val(given.environment), "text"), "is", null),
          eb(eb.fn.coalesce("e.environment", sql.lit("none")), "=", given.environment),
        ]),
      )
      .where(({ eb, or, cast }) =>
        or([eb(cast(eb.val(given.name), "text"), "is", null), eb("e.name", "=", given.name)]),
      )
      .orderBy("c.name")
      .orderBy("e.name")
      .orderBy("e.createdAt")
      .orderBy("e.id"),
);

/** Includes the sealed values. */
export const findSealedEntries = boundedQuery(
  "findSealedEntries",
  (db, given: { userId: string; ids: readonly string[] }, within) =>
    entriesInUseById(db, given, within)
      .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
      .select([
        "e.id",
        "e.name",
        "e.environment",
        "e.encryptedValue",
        "e.valueId",
        "c.name as category",
        "c.keyType",
        "c.envVarName",
      ]),
);

/**
 * The names of the entries that fit into a line of an env file. Reads no column that holds a value, note or
 * description.
 */
export const listEntryNames = boundedQuery("listEntryNames", (db, given: { userId: string }, within) =>
  entriesInUse(db, given, within)
    .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
    .select([
      "e.id as entryId",
      "e.categoryId",
      "c.name as category",
      "e.name as entry",
      "e.environment",
      "e.fieldNames",
      "c.envVarName",
    ])
    .where("c.keyType", "in", [sql.lit("simple"), sql.lit("group")])
    .orderBy("e.name")
    .orderBy("e.createdAt")
    .orderBy("e.id"),
);
