import type { SessionCaller } from "../../auth/caller";
import { findMembership } from "../../auth/grants/membership";
import { hashToken } from "../../crypto/tokens/token";
import { findCalendarByHash } from "../../db/queries/maintenance/reminders";
import { AppError } from "../../errors";
import { countRequest } from "../../http/gate/request-limit";
import { runtime } from "../../runtime";
import { countAttempt } from "../throttle/throttle";
import { calendarTarget } from "../throttle/throttle-targets";

/**
 * Whose calendar the token of an address opens, with what they may see now. Throws CALENDAR_NOT_FOUND, alike for an
 * address that was replaced, revoked, made up, or of somebody who left the team; and TOO_MANY_ATTEMPTS from a network
 * address that tries many.
 */
export async function calendarReader(token: string, address: string): Promise<{ caller: SessionCaller }> {
  // Counted first, so that concurrent guesses can't outrun the count.
  const refund = await countAttempt(calendarTarget(address));
  const caller = await readerOf(token);
  await refund();
  countRequest(caller.userId);
  return { caller };
}

async function readerOf(token: string): Promise<SessionCaller> {
  const { reads, rights } = runtime();
  const tokenHash = hashToken(token);
  const feed = await reads.get(findCalendarByHash, { tokenHash });
  if (!feed || !rights.isGenuine("CalendarFeed", { ...feed, tokenHash })) throw new AppError("CALENDAR_NOT_FOUND");
  const { id, userId: ownerId, readerId } = feed;
  // It acts as its reader does, and proves nothing.
  const caller: SessionCaller = { kind: "session", userId: readerId, sessionId: id, provenAt: new Date(0) };
  if (ownerId === readerId) return caller;
  const membership = await findMembership(ownerId, readerId);
  if (!membership) throw new AppError("CALENDAR_NOT_FOUND");
  return { ...caller, team: membership.team, bounds: membership.bounds };
}
