import { sql } from "kysely";
import { tables } from "../tables";
import { placesOf, query } from "./query";
import { everybodys } from "./maintenance/tasks";
import type { OwnedTable } from "./schema";

/** The tables that count towards an owner's revision, parents first. */
const counted = ["KeyCategory", "EnvProject", "KeyEntry", "EnvFile", "TwoFactorToken"] as const satisfies OwnedTable[];

const onPostgresql = { onlyOn: "postgresql", withTrash: "locks hold what is in the trash too" } as const;

/** FOR KEY SHARE: the lock that inserting a child row takes. */
const shareOf = (table: OwnedTable) =>
  query(
    `shareRow:${table}`,
    (db, given: { id: string; userId: string }) =>
      db.selectFrom(table).select("id").where("id", "=", given.id).where("userId", "=", given.userId).forKeyShare(),
    onPostgresql,
  );

export const shareEnvProject = shareOf("EnvProject");
/** FOR SHARE: nobody can change the rule either. */
export const shareTrustRule = query(
  "shareTrustRule",
  (db, given: { id: string; userId: string }) =>
    db.selectFrom("TrustRule").select("id").where("id", "=", given.id).where("userId", "=", given.userId).forShare(),
  onPostgresql,
);

/** One row of a table. */
const lockRowOf = (table: OwnedTable) =>
  query(
    `lockRow:${table}`,
    (db, given: { id: string; userId: string }) =>
      db.selectFrom(table).select("id").where("id", "=", given.id).where("userId", "=", given.userId).forUpdate(),
    onPostgresql,
  );

export const lockRow = new Map(counted.map((table) => [table, lockRowOf(table)]));
export const lockAccessKey = lockRowOf("AccessKey");
export const lockWebhook = lockRowOf("Webhook");

/** What goes into the trash with a category. */
export const lockEntriesOfCategory = query(
  "lockEntriesOfCategory",
  (db, given: { id: string; userId: string }) =>
    db
      .selectFrom("KeyEntry")
      .select("id")
      .where("categoryId", "=", given.id)
      .where("userId", "=", given.userId)
      .orderBy("id")
      .forUpdate(),
  onPostgresql,
);

/** And with an env project. */
export const lockFilesOfProject = query(
  "lockFilesOfProject",
  (db, given: { id: string; userId: string }) =>
    db
      .selectFrom("EnvFile")
      .select("id")
      .where("projectId", "=", given.id)
      .where("userId", "=", given.userId)
      .orderBy("id")
      .forUpdate(),
  onPostgresql,
);

export const lockUserRow = query(
  "lockUserRow",
  (db, given: { userId: string }) => db.selectFrom("User").select("id").where("id", "=", given.userId).forNoKeyUpdate(),
  onPostgresql,
);

/** A lock without a row, until the transaction ends. */
export const lockNumbered = query(
  "lockNumbered",
  (db, given: { lockNumber: bigint }) =>
    db.selectNoFrom(sql`pg_advisory_xact_lock(${given.lockNumber}) is null`.as("held")),
  { ...onPostgresql, ofAnyOwner: "it reads no row" },
);

/**
 * The number of such a lock: they have 64 bits for a name. Releases that run side by side must compute the same one (FNV-1a). Two
 * with one number would only wait for each other.
 *
 * "sessions": one transaction at a time that begins or ends sessions of an account, or acts by one. No row: the account's own is held by
 * whoever writes to its vault for long, and those of the sessions by whoever notes their use.
 */
export const numberOf = (what: "members" | "sessions" | "whole vault", id: string): { lockNumber: bigint } => ({
  lockNumber: BigInt.asIntN(
    64,
    Buffer.from(`${what} of ${id}`).reduce(
      (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n),
      0xcbf29ce484222325n,
    ),
  ),
});

/** Returns a count instead of the locked rows. */
const lockRowsIn = (table: OwnedTable) =>
  query(
    `lockRowsOfOwner:${table}`,
    (db, given: { userId: string }) =>
      db
        .selectFrom((db) =>
          db.selectFrom(table).select("id").where("userId", "=", given.userId).orderBy("id").forUpdate().as("held"),
        )
        .select(({ fn }) => fn.countAll().as("n")),
    onPostgresql,
  );

/** One query for each table, in locking order. */
export const lockRowsOfOwner = new Map(counted.map((table) => [table, lockRowsIn(table)]));
/** Locks only rows that have limits, so adding keys to a rule and using unlimited keys is not held up. */
const lockLimitsIn = (table: "TrustRule" | "AccessKey") =>
  query(
    `lockLimitsOfOwner:${table}`,
    (db, given: { userId: string }) =>
      db
        .selectFrom((db) =>
          db
            .selectFrom(table)
            .select("id")
            .where("userId", "=", given.userId)
            .where("bounds", "is not", null)
            .orderBy("id")
            .forNoKeyUpdate()
            .as("held"),
        )
        .select(({ fn }) => fn.countAll().as("n")),
    onPostgresql,
  );
export const lockLimitsOfTrustRules = lockLimitsIn("TrustRule");
export const lockLimitsOfAccessKeys = lockLimitsIn("AccessKey");

export const lockTrustRulesOfOwner = lockRowsIn("TrustRule");
export const lockAccessKeysOfOwner = lockRowsIn("AccessKey");
export const lockLinksOfOwner = lockRowsIn("ShareLink");
export const lockWebhooksOfOwner = lockRowsIn("Webhook");

/** Nobody can delete the vault until the transaction ends. FOR KEY SHARE: the lock that adding a row to it takes. */
export const holdOwnerRow = query(
  "holdOwnerRow",
  (db, given: { userId: string }) => db.selectFrom("Owner").select("id").where("id", "=", given.userId).forKeyShare(),
  onPostgresql,
);

/** Nobody can add a row to the vault until the transaction ends. */
export const lockOwnerRow = query(
  "lockOwnerRow",
  (db, given: { userId: string }) => db.selectFrom("Owner").select("id").where("id", "=", given.userId).forUpdate(),
  onPostgresql,
);

export const lockUsers = query(
  "lockUsers",
  (db, given: { ids: readonly string[] }) =>
    db.selectFrom("User").select("id").where("id", "in", placesOf(given.ids)).orderBy("id").forNoKeyUpdate(),
  { ...onPostgresql, ofAnyOwner: "maintenance seals everybody's rows anew" },
);

/** Holds a team until the transaction ends: one change of its members at a time. */
export const lockTeam = query(
  "lockTeam",
  (db, given: { teamId: string }) => db.selectFrom("Team").select("id").where("id", "=", given.teamId).forNoKeyUpdate(),
  onPostgresql,
);

export const lockTeams = query(
  "lockTeams",
  (db, given: { ids: readonly string[] }) =>
    db.selectFrom("Team").select("id").where("id", "in", placesOf(given.ids)).orderBy("id").forNoKeyUpdate(),
  { ...onPostgresql, ofAnyOwner: "maintenance seals everybody's rows anew" },
);

/** For each table: locks those rows with these keys that nobody else holds. It never waits. */
export const lockFreeRows = new Map(
  tables.map((table) => [
    table.name,
    query(
      `lockFreeRows:${table.name}`,
      (db, given: { keys: readonly string[] }) =>
        db
          .selectFrom(table.name)
          .select(sql.ref<string>(table.key).as("key"))
          .where(sql.ref(table.key), "in", placesOf(given.keys))
          .forNoKeyUpdate()
          .skipLocked(),
      { ...onPostgresql, ...everybodys(table) },
    ),
  ]),
);
