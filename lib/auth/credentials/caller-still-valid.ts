import type { Access } from "../../contracts/contract";
import type { Role } from "../../contracts/people/roles";
import type { Tx } from "../../db/client";
import { findKeyById, findKeyOfRole, findPreviousKey, findStandingKey } from "../../db/queries/access/access-keys";
import { allIn } from "../../db/queries/in-transaction";
import * as memberships from "../../db/queries/access/memberships";
import { bound } from "../../db/queries/query";
import { findSessionById } from "../../db/queries/access/sessions";
import type { Bound } from "../../db/sql";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { authorize } from "../grants/authorize";
import { narrowed } from "../grants/bounds";
import type { Caller, KeyCaller, TeamPart } from "../caller";
import { readKeyBounds } from "../grants/key-bounds";
import { scopesWithin } from "../grants/membership";

/**
 * Checks the caller of a request once more as the last step of its transaction, which may have waited for others: what
 * took away their session, key, role or limits is answered before this writes, or waits until it has. Throws what the
 * gate would throw, or OUT_OF_BOUNDS, and the transaction leaves nothing behind.
 *
 * It comes after the records: whoever takes rights away in a vault appends to the same chain, and of two that do, the
 * second one sees what the first one left. A session that ends while it acts in a team appends to its person's chain: on
 * PostgreSQL what is committed in that very moment stays.
 */
export async function assertCallerStillValid(tx: Tx, caller: Caller, access: Access): Promise<void> {
  const key = caller.kind === "key" ? await standingKey(tx, caller) : await assertSessionIn(tx, caller.sessionId);
  if (!caller.team) return;
  const { id: teamId, role } = caller.team;
  // A key may have been passed on to another member.
  const userId = key?.makerId ?? caller.userId;
  const [member] = await allIn(tx, runtime().databaseKind, memberships.findMembership, { teamId, userId });
  if (!member) throw caller.kind === "key" ? new AppError("AUTH_INVALID_KEY") : new AppError("TEAM_NOT_FOUND");
  const now = asMember(caller, { id: teamId, role: member.role as Role });
  if (access !== "public") authorize(now, access);
  const { reach } = readKeyBounds(member.bounds);
  const own = key && readKeyBounds(key.bounds).reach;
  if (member.role !== role || (own ? narrowed(own, reach) : reach)?.text !== caller.bounds?.text)
    throw new AppError("OUT_OF_BOUNDS", {
      message:
        "Your role or limits in this team were changed while the request was in progress, and nothing was done: try again",
    });
}

/**
 * What a write that shares its commit asks instead of `assertCallerStillValid`: each of these must be found. It does not look at
 * what a role is limited to.
 */
export function standingOf(caller: Caller): Bound[] {
  const { team } = caller;
  if (caller.kind === "key") {
    const { keyId: id, keyHash } = caller;
    return [bound(findStandingKey, { id, keyHash }), ...(team ? [bound(findKeyOfRole, { id, role: team.role })] : [])];
  }
  const { sessionId, userId } = caller;
  const member = team && { teamId: team.id, userId, role: team.role };
  return [
    bound(findSessionById, { known: sessionId }),
    ...(member ? [bound(memberships.findMemberOfRole, member)] : []),
  ];
}

/** A caller whose role in the team is another one now. */
const asMember = (caller: Caller, team: TeamPart): Caller =>
  caller.kind === "key" ? { ...caller, team, scopes: scopesWithin(team.role, caller.scopes) } : { ...caller, team };

/** Throws AUTH_REQUIRED if the session has ended. */
export async function assertSessionIn(tx: Tx, sessionId: string): Promise<null> {
  const [session] = await allIn(tx, runtime().databaseKind, findSessionById, { known: sessionId });
  if (!session) throw new AppError("AUTH_REQUIRED");
  return null;
}

/** The key's row. Throws AUTH_INVALID_KEY if it was revoked, or replaced by another one. */
async function standingKey(tx: Tx, { keyId, keyHash }: KeyCaller) {
  const { databaseKind } = runtime();
  const [key] = await allIn(tx, databaseKind, findKeyById, { id: keyId });
  const isFormer = key && key.keyHash !== keyHash;
  if (!key || (isFormer && (await allIn(tx, databaseKind, findPreviousKey, { keyHash })).length === 0))
    throw new AppError("AUTH_INVALID_KEY");
  return key;
}
