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

/** The same for an env file. */
export const keepEnvFileContent = query("keepEnvFileContent", (db, given: Kept) =>
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
        .where("f.userId", "=", given.userId)
        .where("f.trashId", "is", null),
    ),
);

type Bounded = { of: string; userId: string; kept: number };

/** Deletes an entry's oldest versions beyond the newest `kept`. */
export const dropEntryVersions = query("dropEntryVersions", (db, given: Bounded) =>
  db
    .deleteFrom("EntryVersion")
    .where("entryId", "=", given.of)
    .where("userId", "=", given.userId)
    .where("version", "<=", (eb) =>
      eb
        .selectFrom("EntryVersion as v")
        .select("v.version")
        .where("v.entryId", "=", given.of)
        .where("v.userId", "=", given.userId)
        .orderBy("v.version", "desc")
        .limit(eb.lit(1))
        .offset(given.kept),
    ),
);

/** The same for an env file. */
export const dropEnvFileVersions = query("dropEnvFileVersions", (db, given: Bounded) =>
  db
    .deleteFrom("EnvFileVersion")
    .where("fileId", "=", given.of)
    .where("userId", "=", given.userId)
    .where("version", "<=", (eb) =>
      eb
        .selectFrom("EnvFileVersion as v")
        .select("v.version")
        .where("v.fileId", "=", given.of)
        .where("v.userId", "=", given.userId)
        .orderBy("v.version", "desc")
        .limit(eb.lit(1))
        .offset(given.kept),
    ),
);

type Left = { of: string; userId: string };

/** Says of all former values of an entry that it lies elsewhere now. */
export const leaveEntryVersions = query("leaveEntryVersions", (db, given: Left) =>
  db
    .updateTable("EntryVersion")
    .set((eb) => ({ samePlace: eb.lit(0) }))
    .where("entryId", "=", given.of)
    .where("userId", "=", given.userId),
);

/** The same for an env file. */
export const leaveEnvFileVersions = query("leaveEnvFileVersions", (db, given: Left) =>
  db
    .updateTable("EnvFileVersion")
    .set((eb) => ({ samePlace: eb.lit(0) }))
    .where("fileId", "=", given.of)
    .where("userId", "=", given.userId),
);

/** The same for all env files of a project. */
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
