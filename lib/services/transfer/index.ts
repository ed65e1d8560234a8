import { assertCallerStillValid } from "../../auth/credentials/caller-still-valid";
import { requireScope } from "../../auth/grants/authorize";
import { ownerOf, type SessionCaller } from "../../auth/caller";
import type { RequestContext } from "../../auth/context";
import { readKeyBounds } from "../../auth/grants/key-bounds";
import type { Scope } from "../../contracts/access/scopes";
import type { Transfer, Transferred } from "../../contracts/transfer/transfer";
import type { Db, Tx } from "../../db/client";
import { lockVault } from "../../db/transactions/isolation";
import { invalidField, AppError } from "../../errors";
import { runtime } from "../../runtime";
import { inOneTransaction } from "../doors/transaction";
import { findMember } from "../teams/membership";
import { moveEntries } from "./entries";
import { moveEnvProjects } from "./env-projects";
import { inTimeFrom } from "./move";
import { moveTokens } from "./tokens";

/** The same caller in that vault, as they are there now. Throws TEAM_NOT_FOUND unless they are a member. */
async function placeOf(db: Db | Tx, caller: SessionCaller, teamId: string | null): Promise<SessionCaller> {
  const { team: _, ...person } = caller;
  if (teamId === null) return { ...person, bounds: null };
  const member = await findMember(db, teamId, caller.userId);
  if (!member) throw new AppError("TEAM_NOT_FOUND");
  return { ...person, team: { id: teamId, role: member.role }, bounds: readKeyBounds(member.bounds).reach };
}

const needed = { entryIds: "entries", envProjectIds: "envs", twoFactorTokenIds: "2fa" } as const;

/** Who moves a value could read it before and can change it afterwards. */
function assertMayMove(from: SessionCaller, to: SessionCaller, wanted: Transfer): void {
  for (const [ids, area] of Object.entries(needed) as [keyof typeof needed, (typeof needed)[keyof typeof needed]][]) {
    if (wanted[ids].length === 0) continue;
    for (const verb of ["write", "reveal"] as const) requireScope(from, `${area}:${verb}` satisfies Scope);
    requireScope(to, `${area}:write`, ", in the vault that it would move to");
  }
}

/** Moves things from where the caller acts to another vault of theirs: all of them or none. */
export async function transfer(ctx: RequestContext<SessionCaller>, wanted: Transfer): Promise<Transferred> {
  const { caller } = ctx;
  const target = await placeOf(runtime().db, caller, wanted.teamId);
  if (ownerOf(target) === ownerOf(caller)) throw invalidField("teamId", "is the vault that they are already in");
  assertMayMove(caller, target, wanted);
  // In one order, so that two transfers in opposite directions don't wait for each other.
  const vaults = [ownerOf(caller), ownerOf(target)].sort();
  let to: SessionCaller = target;
  const { assertStands } = ctx;
  const standingInBoth = async (tx: Tx) => {
    await assertStands?.(tx);
    assertMayMove(caller, await placeOf(tx, caller, wanted.teamId), wanted);
    await assertCallerStillValid(tx, to, "session");
  };
  return inOneTransaction(
    { ...ctx, ...(assertStands && { assertStands: standingInBoth }) },
    async ({ tx, records }) => {
      for (const id of vaults) await lockVault(tx, runtime().databaseKind, id);
      // The wait may have been long. Owners may remove the caller while it goes on, or give them another role: it looks again at its end.
      to = await placeOf(tx, caller, wanted.teamId);
      const move = {
        from: { tx, records, caller: await placeOf(tx, caller, caller.team?.id ?? null) },
        to: { tx, records, caller: to },
        inTime: inTimeFrom(performance.now()),
      };
      assertMayMove(move.from.caller, move.to.caller, wanted);
      return {
        ...(await moveEntries(move, [...new Set(wanted.entryIds)])),
        envProjects: await moveEnvProjects(move, [...new Set(wanted.envProjectIds)]),
        twoFactorTokens: await moveTokens(move, [...new Set(wanted.twoFactorTokenIds)]),
      };
    },
    // Longer than the work may take: it waits for others first.
    { vaults, timeout: 120_000, maxWait: 60_000 },
  );
}
