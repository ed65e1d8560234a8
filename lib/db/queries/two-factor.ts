import { query } from "./query";

export const listTwoFactorTokens = query("listTwoFactorTokens", (db, given: { userId: string }) =>
  db
    .selectFrom("TwoFactorToken")
    .select(["id", "userId", "service", "accountName", "notes", "createdAt", "updatedAt", "version"])
    .where("userId", "=", given.userId)
    .where("trashId", "is", null)
    .orderBy("service")
    .orderBy("accountName")
    .orderBy("createdAt")
    .orderBy("id"),
);

/** Includes the sealed secret. */
export const findSealedTwoFactorToken = query("findSealedTwoFactorToken", (db, given: { id: string; userId: string }) =>
  db
    .selectFrom("TwoFactorToken")
    .select(["service", "accountName", "encryptedSecret", "valueId"])
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("trashId", "is", null),
);
