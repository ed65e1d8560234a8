import { sql } from "kysely";
import { query } from "../query";

type Kept = { id: string; of: string; userId: string; at: string };

/** Keeps the value that an entry has, as it is sealed. `of` is the entry. */
export const keepEntryValue = query("keepEntryValue", (db, given: Kept) =>
  db
    .insertInto("EntryVersion")
    .columns([
      "id",
      "userId",
      "entryId",
      "version",
      "valueId",
      "fieldNames",
      "encryptedValue",
      "createdAt",
      "writtenBy",
      "replacedAt",
      "samePlace",
    ])
    .expression(
      db
        .selectFrom("KeyEntry as e")
        .select(({ eb, fn }) => [
          eb.val(given.id).as("id"),
          "e.userId",
          "e.id as entryId",
          "e.valueVersion",
          "e.valueId",
          "e.fieldNames",
          "e.encryptedValue",
          fn.coalesce("e.valueAt", "e.createdAt").as("createdAt"),
          "e.valueBy",
          eb.val(given.at).as("replacedAt"),
          eb.lit(1).as("samePlace"),
        ])
        .where("e.id", "=", given.of)
        .where("e.userId", "=", given.userId)
        .where("e.trashId", "is", null),
    ),
);

/** Keeps the content that an env file has, as it is sealed. `of` is the file. */
export const keepEnvFileContent = query(
  "keepEnvFileContent",
  (db, given: Kept) =>
    db
      .insertInto("EnvFileVersion")
      .columns([
        "id",
        "userId",
        "fileId",
        "version",
        "valueId",
        "encryptedContent",
        "createdAt",
        "writtenBy",
        "replacedAt",
        "samePlace",
      ])
      .expression(
        db
          .selectFrom("EnvFile as f")
          .select(({ eb, fn }) => [
            eb.val(given.id).as("id"),
            "f.userId",
            "f.id as fileId",
            "f.valueVersion",
            "f.valueId",
            "f.encryptedContent",
            fn.coalesce("f.valueAt", "f.createdAt").as("createdAt"),
            "f.valueBy",
            eb.val(given.at).as("replacedAt"),
            eb.lit(1).as("samePlace"),
          ])
          .where("f.id", "=", given.of)
          .where("f.userId", "=", given.userId),
      ),
  { withTrash: "a file in the trash gets the new names in its references" },
);

type Bounded = { of: string; userId: string; kept: number };
type VersionTable = "EntryVersion" | "EnvFileVersion";
type Parent = "entryId" | "fileId";

/** Deletes the oldest versions of an entry or env file beyond the newest `kept`. */
const dropVersions = (table: VersionTable, parent: Parent) =>
  query(`drop${table}s`, (db, given: Bounded) =>
    db
      .deleteFrom(table)
      .where(sql.ref(parent), "=", given.of)
      .where("userId", "=", given.userId)
      .where("version", "<=", (eb) =>
        eb
          // The columns used here have the same names and types in both.
          .selectFrom(`${table} as v` as "EntryVersion as v")
          .select("v.version")
          .where(sql.ref(`v.${parent}`), "=", given.of)
          .where("v.userId", "=", given.userId)
          .orderBy("v.version", "desc")
          .limit(eb.lit(1))
          .offset(given.kept),
      ),
  );

export const dropEntryVersions = dropVersions("EntryVersion", "entryId");
export const dropEnvFileVersions = dropVersions("EnvFileVersion", "fileId");

type Left = { of: string; userId: string };

/** Marks the former values of an entry or env file as belonging to its previous project or environment. */
const leaveVersions = (table: VersionTable, parent: Parent) =>
  query(`leave${table}s`, (db, given: Left) =>
    db
      .updateTable(table)
      .set((eb) => ({ samePlace: eb.lit(0) }))
      .where(sql.ref(parent), "=", given.of)
      .where("userId", "=", given.userId),
  );

export const leaveEntryVersions = leaveVersions("EntryVersion", "entryId");
export const leaveEnvFileVersions = leaveVersions("EnvFileVersion", "fileId");

/** Marks the former values of all env files of a project as belonging to its previous name. */
export const leaveProjectVersions = query(
  "leaveProjectVersions",
  (db, given: Left) =>
    db
      .updateTable("EnvFileVersion")
      .set((eb) => ({ samePlace: eb.lit(0) }))
      .where("userId", "=", given.userId)
      .where("fileId", "in", (eb) =>
        eb
          .selectFrom("EnvFile as f")
          .select("f.id")
          .where("f.projectId", "=", given.of)
          .where("f.userId", "=", given.userId),
      ),
  { withTrash: "a file that is in the trash had its former values under the same project" },
);
