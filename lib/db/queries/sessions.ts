import { query } from "./query";

// What its MAC covers but for what the session is found by, which is known; each column more costs.
const covered = ["s.userId", "s.method", "s.provenAt", "s.lastSeenAt", "s.expiresAt", "s.mac"] as const;
// Columns of the account under names of their own, the session's having the same.
const account = ["u.email", "u.passwordHash", "u.passwordMadeAt", "u.factors", "u.mac as accountMac"] as const;
const byCredential = { ofAnyOwner: "it finds out whose the session is" };

export const findSessionByToken = query(
  "findSessionByToken",
  (db, given: { known: string }) =>
    db
      .selectFrom("Session as s")
      .innerJoin("User as u", "u.id", "s.userId")
      .select(covered)
      .select(["s.id", "u.revision"])
      .where("s.tokenHash", "=", given.known),
  byCredential,
);

export const findSessionById = query(
  "findSessionById",
  (db, given: { known: string }) =>
    db
      .selectFrom("Session as s")
      .innerJoin("User as u", "u.id", "s.userId")
      .select(covered)
      .select(["s.tokenHash", "u.revision"])
      .where("s.id", "=", given.known),
  byCredential,
);

/** With what of the account tells its second factors: asked where one is required alone. */
export const findSessionAndAccountByToken = query(
  "findSessionAndAccountByToken",
  (db, given: { known: string }) =>
    db
      .selectFrom("Session as s")
      .innerJoin("User as u", "u.id", "s.userId")
      .select(covered)
      .select(["s.id", "u.revision"])
      .select(account)
      .where("s.tokenHash", "=", given.known),
  byCredential,
);

export const findSessionAndAccountById = query(
  "findSessionAndAccountById",
  (db, given: { known: string }) =>
    db
      .selectFrom("Session as s")
      .innerJoin("User as u", "u.id", "s.userId")
      .select(covered)
      .select(["s.tokenHash", "u.revision"])
      .select(account)
      .where("s.id", "=", given.known),
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

/** The session as it was found, by its MAC. */
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

/** The user, if this is still the hash of their password. */
export const findUserWithPassword = query(
  "findUserWithPassword",
  (db, given: { userId: string; passwordHash: string }) =>
    db.selectFrom("User").select("id").where("id", "=", given.userId).where("passwordHash", "=", given.passwordHash),
);
