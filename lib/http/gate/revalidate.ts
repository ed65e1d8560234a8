import { assertKeyValid } from "../../auth/credentials/access-key";
import { authorize } from "../../auth/grants/authorize";
import type { Caller, KeyCaller, SessionCaller } from "../../auth/caller";
import { enterTeam } from "../../auth/grants/membership";
import { requireSecondFactor } from "../../auth/credentials/missing-factor";
import { requireRecentAuthentication } from "../../auth/credentials/reauthentication";
import { assertSessionActive } from "../../auth/credentials/session";
import type { ContractSpec } from "../../contracts/contract";
import { AppError } from "../../errors";
import { currentTick } from "./tick";

/** When the caller is checked again: before the handler, after it, or when it failed. */
export type Moment = "before" | "after" | "failed";

/** The caller as they are now. Throws the same error as `admit` would if they have lost what it required. */
export async function revalidateCaller(contract: ContractSpec, caller: Caller, moment: Moment): Promise<Caller> {
  // A response without a body leaks nothing, and the request may have ended this very session.
  if (caller.kind === "session" && moment === "after" && contract.reply.status === 204) return caller;
  const standing = caller.kind === "key" ? await standingKey(caller) : await standingSession(caller, moment);
  standing.request = caller.request ?? null;
  if (standing.team && contract.access !== "public") authorize(standing, contract.access);
  if (moment === "after" && standing.bounds?.text !== caller.bounds?.text)
    throw new AppError("OUT_OF_BOUNDS", {
      // What was written stays written, and whoever simply repeats it would do it twice.
      message: `Your limits in this team were changed while the request was in progress${contract.method === "GET" ? ": try again" : ". What you asked for may have been done: check before you try again"}`,
    });
  if (moment === "before" && standing.kind === "session") {
    requireSecondFactor(standing, contract);
    if (contract.recentAuthentication) requireRecentAuthentication(standing);
  }
  return standing;
}

/** The last look at a key, and the tick in which it began. */
let last: { tick: number; keyHash: string; look: Promise<KeyCaller> } | undefined;

/**
 * Within one event-loop tick nothing can have changed: of the requests of one key that a commit lets go on together, the
 * first one looks for all. In a team it depends on the key's creator too, so each looks by itself.
 */
async function standingKey(caller: KeyCaller): Promise<KeyCaller> {
  if (caller.team) return assertKeyValid(caller);
  const { keyHash } = caller;
  const tick = currentTick();
  if (last?.tick !== tick || last.keyHash !== keyHash) last = { tick, keyHash, look: assertKeyValid(caller) };
  await last.look;
  return caller;
}

async function standingSession(caller: SessionCaller, moment: Moment): Promise<SessionCaller> {
  const standing = await assertSessionActive(caller, { sameToken: moment === "before" });
  return caller.team ? enterTeam(standing, caller.team.id) : standing;
}
