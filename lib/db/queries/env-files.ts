import { query } from "./query";

/** Includes the sealed content. */
export const findSealedEnvFile = query(
  "findSealedEnvFile",
  (db, given: { id: string; projectId: string; userId: string }) =>
    db
      .selectFrom("EnvFile")
      .select(["fileType", "encryptedContent", "version"])
      .where("id", "=", given.id)
      .where("projectId", "=", given.projectId)
      .where("userId", "=", given.userId),
);
