import { type Kysely, sql } from "kysely";
import { query } from "../query";
import type { Schema } from "../schema";

// The columns that the row's MAC covers; the type of its check requires them. Every further column costs time.
const covered = ["k.id", "k.userId", "k.scopes", "k.expiresAt", "k.bounds", "k.makerId", "k.ruleId", "k.mac"] as const;
const ofFoundKeys = { ofAnyOwner: "its owner was found out by the key itself" };
const byCredential = { ofAnyOwner: "it finds out whose the key is" };

/**
 * Keys with what a caller is made of: what they may do, and how often their owner's data was written. In a team, that is
 * read with the membership of the key's creator.
 */
const keysOfCallers = (db: Kysely<Schema>) =>
  db
    .selectFrom("AccessKey as k")
    .leftJoin("User as u", "u.id", "k.userId")
    .select(covered)
    .select(["k.name", "u.revision"]);

/** Finds an access key by its hash, and reads how often its owner's data was written. */
export const findKeyByHash = query(
  "findKeyByHash",
  (db, given: { keyHash: string }) => keysOfCallers(db).where("k.keyHash", "=", given.keyHash),
  byCredential,
);

/** The same by its id, with the hash that the row has now. */
export const findKeyWithOwner = query(
  "findKeyWithOwner",
  (db, given: { id: string }) => keysOfCallers(db).select("k.keyHash").where("k.id", "=", given.id),
  byCredential,
);

/** The key that an access key had before it was rotated. */
export const findPreviousKey = query(
  "findPreviousKey",
  (db, given: { keyHash: string }) =>
    db
      .selectFrom("PreviousAccessKey as p")
      .select(["p.id", "p.userId", "p.accessKeyId", "p.expiresAt", "p.mac"])
      .where("p.keyHash", "=", given.keyHash),
  byCredential,
);

/** The key, if it is the current one or the one before, which a rotation lets work on for a while. */
export const findStandingKey = query(
  "findStandingKey",
  (db, given: { id: string; keyHash: string }) =>
    db
      .selectFrom("AccessKey as k")
      .select("k.id")
      .where("k.id", "=", given.id)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb("k.keyHash", "=", given.keyHash),
          exists(
            selectFrom("PreviousAccessKey as p")
              .select("p.id")
              .where("p.keyHash", "=", given.keyHash)
              .whereRef("p.accessKeyId", "=", "k.id"),
          ),
        ]),
      ),
  byCredential,
);

/** A team's key, if who made it has that role. */
export const findKeyOfRole = query(
  "findKeyOfRole",
  (db, given: { id: string; role: string }) =>
    db
      .selectFrom("AccessKey as k")
      .innerJoin("Membership as m", (join) =>
        join.onRef("m.teamId", "=", "k.userId").onRef("m.userId", "=", "k.makerId"),
      )
      .select("m.id")
      .where("k.id", "=", given.id)
      .where("m.role", "=", given.role),
  byCredential,
);

export const findKeyById = query(
  "findKeyById",
  (db, given: { id: string }) =>
    db.selectFrom("AccessKey as k").select(covered).select(["k.name", "k.keyHash"]).where("k.id", "=", given.id),
  byCredential,
);

/** Key uses of a JSON array, as a table. */
const usesIn = (given: { rows: string }) =>
  sql<{ id: string; at: string }>`json_to_recordset(${given.rows}::json)`.as<"u">(sql`u("id" text, "at" timestamp(3))`);

/**
 * Notes the uses of many keys at once. It leaves out those that somebody else holds, such as whoever renames a project:
 * it waits for none of them, and so for nobody.
 */
export const noteFreeKeyUses = query(
  "noteFreeKeyUses",
  (db, given: { rows: string }) =>
    db
      .with("free", (db) =>
        db
          .selectFrom("AccessKey as k")
          .innerJoin(usesIn(given), "u.id", "k.id")
          .select(["k.id", "u.at"])
          .where(({ eb, or }) => or([eb("k.lastUsedAt", "is", null), eb("k.lastUsedAt", "<", eb.ref("u.at"))]))
          .forNoKeyUpdate("k")
          .skipLocked(),
      )
      .updateTable("AccessKey")
      .from("free")
      .set(({ ref }) => ({ lastUsedAt: ref("free.at") }))
      .whereRef("AccessKey.id", "=", "free.id"),
  { ...ofFoundKeys, onlyOn: "postgresql" },
);

/** Which of these uses are not noted. */
export const listUnnotedKeyUses = query(
  "listUnnotedKeyUses",
  (db, given: { rows: string }) =>
    db
      .selectFrom("AccessKey as k")
      .innerJoin(usesIn(given), "u.id", "k.id")
      .select("k.id")
      .where(({ eb, or }) => or([eb("k.lastUsedAt", "is", null), eb("k.lastUsedAt", "<", eb.ref("u.at"))])),
  { ...ofFoundKeys, onlyOn: "postgresql" },
);

/** Never sets an earlier time: another replica may have seen the key later. */
export const noteKeyUse = query(
  "noteKeyUse",
  (db, given: { id: string; at: string }) =>
    db
      .updateTable("AccessKey")
      .set({ lastUsedAt: given.at })
      .where("id", "=", given.id)
      .where(({ eb, or }) => or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", given.at)])),
  ofFoundKeys,
);
