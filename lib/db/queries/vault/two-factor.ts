import { query } from "../query";

export const listTwoFactorTokens = query("listTwoFactorTokens", (db, given: { userId: string }) =>
  db
    .selectFrom("TwoFactorToken")
    .select([
      "id",
      "userId",
      "service",
      "accountName",
      "notes",
      "createdAt",
      "updatedAt",
      "version",
      "type",
      "algorithm",
      "digits",
      "period",
    ])
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
    .select(["service", "accountName", "encryptedSecret", "valueId", "type", "counter"])
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("trashId", "is", null),
);

/** Takes a counter: of several that take the same one, one changes a row. The row's version does not count it as a change. */
export const takeCounter = query("takeCounter", (db, given: { id: string; userId: string; counter: number }) =>
  db
    .updateTable("TwoFactorToken")
    .set(({ eb, lit }) => ({ counter: eb("counter", "+", lit(1)) }))
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("counter", "=", given.counter)
    .where("trashId", "is", null),
);
