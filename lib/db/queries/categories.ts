import { query } from "./query";

const columns = [
  "id",
  "userId",
  "name",
  "keyType",
  "envVarName",
  "icon",
  "description",
  "createdAt",
  "updatedAt",
  "version",
] as const;

type One = { id: string; userId: string };

export const listCategories = query("listCategories", (db, given: { userId: string }) =>
  db
    .selectFrom("KeyCategory")
    .select(columns)
    .where("userId", "=", given.userId)
    .orderBy("name")
    .orderBy("createdAt")
    .orderBy("id"),
);

export const findCategory = query("findCategory", (db, given: One) =>
  db.selectFrom("KeyCategory").select(columns).where("id", "=", given.id).where("userId", "=", given.userId),
);

export const findCategoryType = query("findCategoryType", (db, given: One) =>
  db.selectFrom("KeyCategory").select("keyType").where("id", "=", given.id).where("userId", "=", given.userId),
);

/** The category, if it still has this type. */
export const findCategoryOfType = query("findCategoryOfType", (db, given: One & { keyType: string }) =>
  db
    .selectFrom("KeyCategory")
    .select("id")
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("keyType", "=", given.keyType),
);
