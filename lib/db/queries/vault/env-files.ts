import { boundedQuery } from "../bounded";

/** Includes the sealed content. */
export const findSealedEnvFile = boundedQuery(
  "findSealedEnvFile",
  (db, given: { id: string; projectId: string; userId: string }, within) =>
    db
      .selectFrom("EnvFile")
      .innerJoin("EnvProject as of", "of.id", "EnvFile.projectId")
      .select(["fileType", "encryptedContent", "EnvFile.version", "valueId", "valueVersion", "of.name as project"])
      .where("EnvFile.id", "=", given.id)
      .where("EnvFile.projectId", "=", given.projectId)
      .where("EnvFile.userId", "=", given.userId)
      .where("EnvFile.trashId", "is", null)
      .$if(within.isBounded, (found) => found.where(within.file)),
);

/** Every env file, by its project's name. */
export const listEnvFilePlaces = boundedQuery("listEnvFilePlaces", (db, given: { userId: string }, within) =>
  db
    .selectFrom("EnvFile")
    .innerJoin("EnvProject as of", "of.id", "EnvFile.projectId")
    .select(["EnvFile.id", "EnvFile.projectId", "EnvFile.fileType", "of.name as project"])
    .where("EnvFile.userId", "=", given.userId)
    .where("EnvFile.trashId", "is", null)
    .$if(within.isBounded, (found) => found.where(within.file))
    .orderBy("of.name")
    .orderBy("EnvFile.projectId")
    .orderBy("EnvFile.fileType"),
);
