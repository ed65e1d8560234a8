import Bowser from "bowser";
import type { SessionCaller } from "../auth/caller";
import { sessionIdleMsMax } from "../auth/session";
import type { SignInMethod } from "../contracts/account";
import type { Session } from "../contracts/sessions";
import { AppError } from "../errors";
import { runtime } from "../runtime";
import { instant } from "../db/wire";

/** Active sessions, most recently seen first. */
export async function listSessions({ userId, sessionId }: SessionCaller, now = Date.now()): Promise<Session[]> {
  const rows = await runtime().db.session.findMany({
    where: { userId, expiresAt: { gt: new Date(now) }, lastSeenAt: { gt: new Date(now - sessionIdleMsMax()) } },
    orderBy: [{ lastSeenAt: "desc" }, { createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(({ id, userAgent, address, method, lastSeenAt, createdAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    method: method as SignInMethod,
    current: id === sessionId,
    lastSeenAt: instant(lastSeenAt),
    createdAt: instant(createdAt),
  }));
}

export async function endSession({ userId }: SessionCaller, id: string): Promise<void> {
  const { count } = await runtime().db.session.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("SESSION_NOT_FOUND");
}

export async function endOtherSessions({ userId, sessionId }: SessionCaller): Promise<void> {
  await runtime().db.session.deleteMany({ where: { userId, id: { not: sessionId } } });
}

/** A name such as "Firefox on Linux". Browsers may claim anything, so this is only a hint. */
function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || userAgent.split(/[/\s]/, 1)[0]?.slice(0, 40) || "Unknown browser";
  return os.name ? `${name} on ${os.name}` : name;
}
