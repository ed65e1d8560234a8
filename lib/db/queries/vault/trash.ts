import { sql } from "kysely";
import { boundedQuery } from "../bounded";
import { query } from "../query";

const onlyTrash = { withTrash: "it works on the trash" };

/**
 * What is in a vault's trash, what was deleted last first. The names of a category or project are those of today, since
 * either may have another one by now.
 */
export const listTrash = boundedQuery(
  "listTrash",
  (db, given: { userId: string }, within) =>
    db
      .selectFrom("TrashItem as t")
      .leftJoin("KeyEntry as e", "e.id", "t.id")
      .leftJoin("KeyCategory as c", "c.id", "e.categoryId")
      .leftJoin("EnvFile", "EnvFile.id", "t.id")
      .leftJoin("EnvProject as o", "o.id", "EnvFile.projectId")
      .leftJoin("EnvProject", "EnvProject.id", "t.id")
      .select(["t.id", "t.kind", "t.name", "t.environment", "t.deletedBy", "t.deletedAt"])
      .$if(!within.isBounded, (found) => found.select("t.contents"))
      // Of the files that went with a project, those within.
      .$if(within.isBounded, (found) =>
        found.select(({ selectFrom }) =>
          selectFrom("EnvFile")
            .select(({ fn }) => fn.countAll<number | bigint>().as("n"))
            .whereRef("EnvFile.trashId", "=", "t.id")
            .whereRef("EnvFile.id", "!=", "t.id")
            .where(within.file)
            .as("contents"),
        ),
      )
      .select(({ fn }) => fn.coalesce("c.name", "o.name", "t.within").as("within"))
      .where("t.userId", "=", given.userId)
      // Tokens and categories lie outside all bounds.
      .$if(within.isBounded, (found) =>
        found.where(({ eb }) =>
          eb.or([
            eb("e.id", "is not", null).and(within.entry),
            eb("EnvFile.id", "is not", null).and(within.file),
            eb("EnvProject.id", "is not", null)
              .and(within.project)
              // One that is back may have left what lies outside. PostgreSQL would read all files for an EXISTS here.
              .and(
                eb.fn.coalesce(
                  "EnvProject.trashId",
                  eb
                    .selectFrom("EnvFile")
                    .select("EnvFile.trashId")
                    .whereRef("EnvFile.trashId", "=", "t.id")
                    .where(within.file)
                    .limit(sql.lit(1)),
                ),
                "is not",
                null,
              ),
          ]),
        ),
      )
      .orderBy("t.deletedAt", "desc")
      .orderBy("t.id", "desc"),
  onlyTrash,
);

/** Entries deleted with their category, one by one, for callers who can't reach the category. `trashId`: of the category. */
export const listTrashedTogether = boundedQuery(
  "listTrashedTogether",
  (db, given: { userId: string }, within) =>
    db
      .selectFrom("TrashItem as t")
      .innerJoin("KeyEntry as e", "e.trashId", "t.id")
      .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
      .select(["e.id", "t.id as trashId", "e.name", "e.environment", "c.name as within", "t.deletedBy", "t.deletedAt"])
      .where("t.userId", "=", given.userId)
      .whereRef("e.id", "!=", "t.id")
      .$if(within.isBounded, (found) => found.where(within.entry))
      .orderBy("t.deletedAt", "desc")
      .orderBy("e.id", "desc"),
  onlyTrash,
);

type Put = { trashId: string; userId: string };

const tables = ["KeyCategory", "KeyEntry", "TwoFactorToken", "EnvProject", "EnvFile"] as const;

/** Puts one row into the trash, by itself or with what it belongs to. Neither is a change of the row. */
export const putIntoTrash = new Map(
  tables.map((table) => [
    table,
    query(`putIntoTrash:${table}`, (db, given: Put & { id: string }) =>
      db
        .updateTable(table)
        .set({ trashId: given.trashId })
        .where("id", "=", given.id)
        .where("userId", "=", given.userId)
        .where("trashId", "is", null),
    ),
  ]),
);

/** A category's entries go with it. */
export const putEntriesIntoTrash = query("putEntriesIntoTrash", (db, given: Put & { id: string }) =>
  db
    .updateTable("KeyEntry")
    .set({ trashId: given.trashId })
    .where("categoryId", "=", given.id)
    .where("userId", "=", given.userId)
    .where("trashId", "is", null),
);

/** A project's files go with it. */
export const putFilesIntoTrash = query("putFilesIntoTrash", (db, given: Put & { id: string }) =>
  db
    .updateTable("EnvFile")
    .set({ trashId: given.trashId })
    .where("projectId", "=", given.id)
    .where("userId", "=", given.userId)
    .where("trashId", "is", null),
);

/** A file that is in the trash with others is there by itself from now on. */
export const giveOwnItem = query(
  "giveOwnItem",
  (db, given: Put & { id: string }) =>
    db
      .updateTable("EnvFile")
      .set(({ ref }) => ({ trashId: ref("id") }))
      .where("id", "=", given.id)
      .where("userId", "=", given.userId)
      .where("trashId", "=", given.trashId),
  onlyTrash,
);

/** Takes everything out that went together. */
export const takeOut = tables.map((table) =>
  query(
    `takeOut:${table}`,
    (db, given: Put) =>
      db
        .updateTable(table)
        .set({ trashId: sql.lit(null) })
        .where("trashId", "=", given.trashId)
        .where("userId", "=", given.userId),
    onlyTrash,
  ),
);

/** Takes out one row alone. */
export const takeOutAlone = new Map(
  (["KeyCategory", "KeyEntry", "EnvProject"] as const).map((table) => [
    table,
    query(
      `takeOutAlone:${table}`,
      (db, given: { id: string; userId: string }) =>
        db
          .updateTable(table)
          .set({ trashId: sql.lit(null) })
          .where("id", "=", given.id)
          .where("userId", "=", given.userId)
          .where("trashId", "is not", null),
      onlyTrash,
    ),
  ]),
);

/** Deletes for good what was put into the trash by itself, and belongs to a category or project that goes now. */
export const dropTrashInside = (
  [
    ["KeyEntry", "categoryId"],
    ["EnvFile", "projectId"],
  ] as const
).map(([table, parent]) =>
  query(
    `dropTrashInside:${table}`,
    (db, given: { id: string; userId: string }) =>
      db
        .deleteFrom("TrashItem")
        .where("userId", "=", given.userId)
        .where("id", "in", (eb) =>
          eb
            .selectFrom(table)
            .select("id")
            .where("userId", "=", given.userId)
            .where(sql.ref<string>(parent), "=", given.id)
            .whereRef("trashId", "=", "id"),
        ),
    onlyTrash,
  ),
);
