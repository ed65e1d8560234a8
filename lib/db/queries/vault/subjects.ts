import { checked, placesOf, query } from "../query";

/*
 * What activity records call a vault's things, those in the trash included: what was deleted is named too.
 */

/** How many ids one of these queries takes. Nearly always it is one. */
export const namedAtOnce = 20;

type Some = { userId: string; ids: readonly string[] };
const inTrashToo = { withTrash: "what was deleted is named too" };

export const nameEntries = query(
  "nameEntries",
  (db, given: Some) =>
    db
      .selectFrom("KeyEntry as e")
      .innerJoin("KeyCategory as c", "c.id", "e.categoryId")
      .select(["e.id", "e.name", "e.environment", "e.valueId", "c.name as category"])
      .where((eb) => checked(eb("e.userId", "=", given.userId)))
      .where("e.id", "in", placesOf(given.ids, namedAtOnce)),
  inTrashToo,
);

export const nameEnvFiles = query(
  "nameEnvFiles",
  (db, given: Some) =>
    db
      .selectFrom("EnvFile as f")
      .innerJoin("EnvProject as p", "p.id", "f.projectId")
      .select(["f.id", "f.fileType", "f.valueId", "p.name as project"])
      .where((eb) => checked(eb("f.userId", "=", given.userId)))
      .where("f.id", "in", placesOf(given.ids, namedAtOnce)),
  inTrashToo,
);

export const nameTokens = query(
  "nameTokens",
  (db, given: Some) =>
    db
      .selectFrom("TwoFactorToken")
      .select(["id", "service", "accountName", "valueId"])
      .where((eb) => checked(eb("userId", "=", given.userId)))
      .where("id", "in", placesOf(given.ids, namedAtOnce)),
  inTrashToo,
);

export const nameCategories = query(
  "nameCategories",
  (db, given: Some) =>
    db
      .selectFrom("KeyCategory")
      .select(["id", "name"])
      .where((eb) => checked(eb("userId", "=", given.userId)))
      .where("id", "in", placesOf(given.ids, namedAtOnce)),
  inTrashToo,
);

export const nameEnvProjects = query(
  "nameEnvProjects",
  (db, given: Some) =>
    db
      .selectFrom("EnvProject")
      .select(["id", "name"])
      .where((eb) => checked(eb("userId", "=", given.userId)))
      .where("id", "in", placesOf(given.ids, namedAtOnce)),
  inTrashToo,
);
