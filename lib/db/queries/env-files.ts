import { boundedQuery } from "./bounded";

/** Includes the sealed content. */
export const findSealedEnvFile = boundedQuery(
  "findSealedEnvFile",
  (db, given: { id: string; projectId: string; userId: string }, within) =>
    db
      .selectFrom("EnvFile")
      .select(["fileType", "encryptedContent", "version"])
      .where("id", "=", given.id)
      .where("projectId", "=", given.projectId)
      .where("userId", "=", given.userId)
      .$if(within.isBounded, (found) => found.where(within.file)),
);
