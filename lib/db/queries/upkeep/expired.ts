import { query } from "../query";

/*
 * Deletes what means nothing any more: nobody looks at it, and none is told.
 */

const everybodys = { ofAnyOwner: "what has expired means nothing any more, whoever it belongs to" };

type Now = { nowAt: string };

export const dropExpiredSessions = query(
  "dropExpiredSessions",
  (db, given: Now) => db.deleteFrom("Session").where("expiresAt", "<=", given.nowAt),
  everybodys,
);

export const dropIdleSessions = query(
  "dropIdleSessions",
  (db, given: { idleAt: string }) => db.deleteFrom("Session").where("lastSeenAt", "<=", given.idleAt),
  { ...everybodys, wholeTable: "it has a row for each session of the last day" },
);

export const dropExpiredChallenges = query(
  "dropExpiredChallenges",
  (db, given: Now) => db.deleteFrom("OneTimeChallenge").where("expiresAt", "<=", given.nowAt),
  everybodys,
);

export const dropExpiredInvitations = query("dropExpiredInvitations", (db, given: Now) =>
  db.deleteFrom("Invitation").where("expiresAt", "<=", given.nowAt),
);

export const dropExpiredKeys = query(
  "dropExpiredKeys",
  (db, given: Now) => db.deleteFrom("PreviousAccessKey").where("expiresAt", "<=", given.nowAt),
  { ...everybodys, wholeTable: "it has a row for each key that was replaced lately" },
);

export const dropOldFailures = query("dropOldFailures", (db, given: { leftAt: string }) =>
  db.deleteFrom("LoginThrottle").where("lastFailedAt", "<=", given.leftAt),
);

export const dropOldSetups = query(
  "dropOldSetups",
  (db, given: { leftAt: string }) =>
    db.deleteFrom("AccountTotp").where("confirmedAt", "is", null).where("createdAt", "<=", given.leftAt),
  { ...everybodys, wholeTable: "it has a row for each account with a second factor" },
);

export const dropRevealCountsBefore = query(
  "dropRevealCountsBefore",
  (db, given: { minute: number }) => db.deleteFrom("RevealCount").where("minute", "<", given.minute),
  everybodys,
);

/** A clock counted them that has been set back since: they would count until then. */
export const dropRevealCountsAhead = query(
  "dropRevealCountsAhead",
  (db, given: { minute: number }) => db.deleteFrom("RevealCount").where("minute", ">", given.minute),
  everybodys,
);
