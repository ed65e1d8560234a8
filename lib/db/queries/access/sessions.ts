import { type Kysely, sql } from "kysely";
import { query } from "../query";
import type { Schema } from "../schema";

// The columns that the row's MAC covers, without the one by which the session was found. Every further column costs
// time.
const covered = ["s.userId", "s.method", "s.provenAt", "s.lastSeenAt", "s.expiresAt", "s.mac"] as const;
// What activity records call the person.
const person = ["u.name", "u.email"] as const;
// The account's columns; those with the same name as a session's get an alias.
const account = ["u.passwordHash", "u.passwordMadeAt", "u.factors", "u.mac as accountMac"] as const;
const byCredential = { ofAnyOwner: "it finds out whose the session is" };

type Given = { known: string };

/** Sessions with what a caller is made of, and how often their owner's data was written. */
const sessionsOfCallers = (db: Kysely<Schema>) =>
  db.selectFrom("Session as s").innerJoin("User as u", "u.id", "s.userId").select(covered).select(person);

const byToken = (db: Kysely<Schema>, given: Given) =>
  sessionsOfCallers(db).select(["s.id", "u.revision"]).where("s.tokenHash", "=", given.known);
const byId = (db: Kysely<Schema>, given: Given) =>
  sessionsOfCallers(db).select(["s.tokenHash", "u.revision"]).where("s.id", "=", given.known);

export const findSessionByToken = query("findSessionByToken", byToken, byCredential);
export const findSessionById = query("findSessionById", byId, byCredential);

/** Also reads the account's columns that list its second factors. Used only if the vault requires one. */
export const findSessionAndAccountByToken = query(
  "findSessionAndAccountByToken",
  (db, given: Given) => byToken(db, given).select(account),
  byCredential,
);
export const findSessionAndAccountById = query(
  "findSessionAndAccountById",
  (db, given: Given) => byId(db, given).select(account),
  byCredential,
);

export const insertSession = query(
  "insertSession",
  (
    db,
    given: {
      id: string;
      userId: string;
      tokenHash: string;
      at: string;
      expiresAt: string;
      userAgent: string | null;
      address: string | null;
      method: string;
      mac: string;
    },
  ) =>
    db.insertInto("Session").values({
      id: given.id,
      userId: given.userId,
      tokenHash: given.tokenHash,
      createdAt: given.at,
      lastSeenAt: given.at,
      expiresAt: given.expiresAt,
      userAgent: given.userAgent,
      address: given.address,
      method: given.method,
      provenAt: given.at,
      mac: given.mac,
    }),
);

/** Updates the session only if it still has the MAC that was read. */
export const noteSeen = query(
  "noteSeen",
  (db, given: { id: string; formerMac: string | null; lastSeenAt: string; mac: string }) =>
    db
      .updateTable("Session")
      .set({ lastSeenAt: given.lastSeenAt, mac: given.mac })
      .where("id", "=", given.id)
      .where("mac", "=", given.formerMac),
  { ofAnyOwner: "its owner was found out by the session itself" },
);

export const findUser = query("findUser", (db, given: { userId: string }) =>
  db.selectFrom("User").select("id").where("id", "=", given.userId),
);

/** Somebody who has an account; no row if nobody has. */
export const findAnyUser = query(
  "findAnyUser",
  // Every id is behind the empty text: so both databases take the first one of the index.
  (db) => db.selectFrom("User").select("id").where("id", ">=", sql.lit("")).orderBy("id").limit(sql.lit(1)),
  { ofAnyOwner: "it asks whether there is an account at all" },
);

/** The user, if this is still their password's hash. */
export const findUserWithPassword = query(
  "findUserWithPassword",
  (db, given: { userId: string; passwordHash: string }) =>
    db.selectFrom("User").select("id").where("id", "=", given.userId).where("passwordHash", "=", given.passwordHash),
);

/** The user, if this is still one of their passkeys. */
export const findUserWithPasskey = query("findUserWithPasskey", (db, given: { userId: string; passkeyId: string }) =>
  db
    .selectFrom("User as u")
    .select("u.id")
    .where("u.id", "=", given.userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("Passkey as p").select("p.id").where("p.id", "=", given.passkeyId).whereRef("p.userId", "=", "u.id"),
      ),
    ),
);

/** The user, if this is still one of their identities at a provider. */
export const findUserWithIdentity = query(
  "findUserWithIdentity",
  (db, given: { userId: string; issuer: string; subject: string }) =>
    db
      .selectFrom("User as u")
      .select("u.id")
      .where("u.id", "=", given.userId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("Account as a")
            .select("a.id")
            .where("a.issuer", "=", given.issuer)
            .where("a.subject", "=", given.subject)
            .whereRef("a.userId", "=", "u.id"),
        ),
      ),
);
