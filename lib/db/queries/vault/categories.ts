import { expressionBuilder, type Kysely } from "kysely";
import { boundedQuery, type Within } from "../bounded";
import type { Schema } from "../schema";

const columns = [
  "id",
  "userId",
  "name",
  "keyType",
  "envVarName",
  "icon",
  "description",
  "origin",
  "createdAt",
  "updatedAt",
  "version",
] as const;

type One = { id: string; userId: string };

/** Whether a category has an entry within the bounds: for whoever has bounds, no other category exists. */
export const holdsEntry = ({ userId }: { userId: string }, { entry }: Within) => {
  const eb = expressionBuilder<Schema, "KeyCategory">();
  return eb.exists(
    eb
      .selectFrom("KeyEntry as e")
      .select("e.id")
      .whereRef("e.categoryId", "=", "KeyCategory.id")
      .where("e.userId", "=", userId)
      .where("e.trashId", "is", null)
      .where(entry),
  );
};

export const listCategories = boundedQuery("listCategories", (db, given: { userId: string }, within) =>
  db
    .selectFrom("KeyCategory")
    .select(columns)
    .where("userId", "=", given.userId)
    .where("trashId", "is", null)
    .$if(within.isBounded, (found) => found.where(holdsEntry(given, within)))
    .orderBy("name")
    .orderBy("createdAt")
    .orderBy("id"),
);

/** The owner's category with this id, unless it is in the trash or outside of the caller's bounds. */
const categoryInUse = (db: Kysely<Schema>, given: One, within: Within) =>
  db
    .selectFrom("KeyCategory")
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("trashId", "is", null)
    .$if(within.isBounded, (found) => found.where(holdsEntry(given, within)));

export const findCategory = boundedQuery("findCategory", (db, given: One, within) =>
  categoryInUse(db, given, within).select(columns),
);

export const findCategoryType = boundedQuery("findCategoryType", (db, given: One, within) =>
  categoryInUse(db, given, within).select(["keyType", "name"]),
);

/** The category, if it still has this type. */
export const findCategoryOfType = boundedQuery("findCategoryOfType", (db, given: One & { keyType: string }, within) =>
  categoryInUse(db, given, within).select("id").where("keyType", "=", given.keyType),
);
