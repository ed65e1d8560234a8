import { query } from "../query";

/** A member of a team, with how often the team's data was written. */
export const findMembership = query("findMembership", (db, given: { teamId: string; userId: string }) =>
  db
    .selectFrom("Membership as m")
    .innerJoin("Team as t", "t.id", "m.teamId")
    .select(["m.id", "m.teamId", "m.userId", "m.role", "m.bounds", "m.mac", "t.revision"])
    .where("m.teamId", "=", given.teamId)
    .where("m.userId", "=", given.userId),
);

/** Somebody's membership, if they have that role. */
export const findMemberOfRole = query(
  "findMemberOfRole",
  (db, given: { teamId: string; userId: string; role: string }) =>
    db
      .selectFrom("Membership")
      .select("id")
      .where("teamId", "=", given.teamId)
      .where("userId", "=", given.userId)
      .where("role", "=", given.role),
);
