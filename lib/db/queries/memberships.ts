import { query } from "./query";

/** A member of a team, with how often the team's data was written. */
export const findMembership = query("findMembership", (db, given: { teamId: string; userId: string }) =>
  db
    .selectFrom("Membership as m")
    .innerJoin("Team as t", "t.id", "m.teamId")
    .select(["m.id", "m.teamId", "m.userId", "m.role", "m.bounds", "m.mac", "t.revision"])
    .where("m.teamId", "=", given.teamId)
    .where("m.userId", "=", given.userId),
);
