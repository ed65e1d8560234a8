import type { SignInMethod } from "../contracts/account";
import { hashToken, newSessionToken } from "../crypto/token";
import { storedInstant } from "../db/instant";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { describeFault, log } from "../log";
import { runtime } from "../runtime";
import type { SessionCaller } from "./caller";
import { cleanUpWhenDue } from "./clean-up";
import { readCookie, sessionCookieName } from "./cookies";
import { openToken } from "./sealed-token";

/** After this long without a request a session ends (ASVS 5.0, 7.3.1). */
export const sessionIdleMsMax = (): number => runtime().settings.AUTH_SESSION_IDLE_MINUTES * 60_000;
/** After this long a session ends whatever happens (ASVS 5.0, 7.3.2). */
export const sessionSecondsMax = (): number => runtime().settings.AUTH_SESSION_MAX_HOURS * 60 * 60;
/** `lastSeenAt` is written at most this often, so that reading does not mean writing. */
const seenEveryMs = 60_000;

/** `passwordHash`: what the password was right for; the session begins only if it still is the account's. `cookies`: of the browser, whose session so far ends. */
export type SessionOrigin = { method: SignInMethod; userAgent?: string | undefined; address?: string | undefined; passwordHash?: string; cookies?: string | null | undefined };

/**
 * Begins a session, which proves its user, and returns the token that the cookie's JWT carries; the row keeps only its hash.
 * Throws AUTH_REQUIRED if the account is gone, or its password is another one, since they were looked at: a change of
 * password ends also what was under way with the old one.
 */
export async function beginSession(userId: string, { method, userAgent, address, passwordHash, cookies }: SessionOrigin): Promise<string> {
  const token = newSessionToken();
  const now = Date.now();
  await cleanUpWhenDue(now);
  const at = storedInstant(new Date(now));
  const begun = await runtime().writes.run({
    sql: 'INSERT INTO "Session" ("id", "userId", "tokenHash", "createdAt", "lastSeenAt", "expiresAt", "userAgent", "address", "method", "provenAt") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    values: [newRowId(), userId, hashToken(token), at, at, storedInstant(new Date(now + sessionSecondsMax() * 1000)), userAgent?.slice(0, 300) ?? null, address?.slice(0, 100) ?? null, method, at],
    provided: {
      sql: `SELECT 1 FROM "User" WHERE "id" = ?${passwordHash === undefined ? "" : ' AND "passwordHash" = ?'}`,
      values: [userId, ...(passwordHash === undefined ? [] : [passwordHash])],
    },
  });
  if (!begun) throw new AppError("AUTH_REQUIRED");
  const replaced = await sessionToken(cookies ?? null);
  if (replaced !== null) await endSession(replaced);
  return token;
}

export async function endSession(token: string): Promise<void> {
  await runtime().db.session.deleteMany({ where: { tokenHash: hashToken(token) } });
}

type SessionRow = { id: string; userId: string; expiresAt: Date | string; lastSeenAt: Date | string; provenAt: Date | string; revision: number };
/** SQLite knows no booleans. */
type FactorsRow = { method: SignInMethod; hasCode: boolean | number; hasPasskey: boolean | number };

const sessionQuery = (more = "") => `SELECT s."id", s."userId", s."expiresAt", s."lastSeenAt", s."provenAt", u."revision"${more} FROM "Session" s JOIN "User" u ON u."id" = s."userId" WHERE s."tokenHash" = ?`;
const findRow = sessionQuery();
/** Asked where a second factor is required alone. */
const findRowAndFactors = sessionQuery(', s."method", EXISTS (SELECT 1 FROM "AccountTotp" t WHERE t."userId" = s."userId" AND t."confirmedAt" IS NOT NULL) AS "hasCode", EXISTS (SELECT 1 FROM "Passkey" p WHERE p."userId" = s."userId") AS "hasPasskey"');

/** A passkey is two factors, where it may sign in at all. A provider's own factors are unknown here, so its sign-in counts as a password's. */
function neededFactor({ method, hasCode, hasPasskey }: FactorsRow): Pick<SessionCaller, "neededFactor"> {
  if (method === "passkey" || hasCode) return {};
  return { neededFactor: hasPasskey && runtime().settings.AUTH_PASSWORD_LOGIN ? "passkey" : "none-yet" };
}

/** A session that stands, and when it ends: at `expiresAt` in any case, at `idleExpiresAt` unless a request comes before. */
export type StandingSession = { caller: SessionCaller; lastSeenAt: Date; idleExpiresAt: Date; expiresAt: Date };

/**
 * The session of a token, if it stands: looked up each time, so that an ended one is refused at the next request. Looking
 * is no request of its user's: a page that asks how long its session lasts does not make it last.
 */
export async function lookUpSession(token: string, now = Date.now()): Promise<StandingSession | null> {
  const { reads, settings } = runtime();
  const required = settings.AUTH_SECOND_FACTOR === "required";
  const row = await reads.get<SessionRow & FactorsRow>(required ? findRowAndFactors : findRow, hashToken(token));
  if (!row) return null;
  const lastSeenAt = new Date(row.lastSeenAt);
  const [expiresAt, idleExpiresAt] = [new Date(row.expiresAt), new Date(lastSeenAt.getTime() + sessionIdleMsMax())];
  if (expiresAt.getTime() <= now || idleExpiresAt.getTime() <= now) return null;
  return { caller: { kind: "session", userId: row.userId, sessionId: row.id, provenAt: new Date(row.provenAt), revision: row.revision, ...(required && neededFactor(row)) }, lastSeenAt, idleExpiresAt, expiresAt };
}

/** As `lookUpSession`, for a request of the session's user: it is noted, and the session stands for as long again. */
export async function findSession(token: string, now = Date.now()): Promise<SessionCaller | null> {
  const session = await lookUpSession(token, now);
  if (!session) return null;
  const { caller, lastSeenAt } = session;
  if (lastSeenAt.getTime() + seenEveryMs <= now) {
    // Asked of the row again: of the requests that a page sends at once, one writes.
    const seen = runtime().db.session.updateMany({ where: { id: caller.sessionId, lastSeenAt }, data: { lastSeenAt: new Date(now) } });
    // A disk that takes no writes must not keep anybody from reading.
    await seen.catch((error: unknown) => log.error({ event: "last-seen-not-written", error: describeFault(error) }));
  }
  return caller;
}

/** The caller of a session cookie; null when there is none that stands. */
export async function authenticateSession(cookieHeader: string | null): Promise<SessionCaller | null> {
  const token = await sessionToken(cookieHeader);
  return token === null ? null : findSession(token);
}

/** The token that a session cookie carries, whether its session stands or not; null for none that was sealed here. */
export async function sessionToken(cookieHeader: string | null): Promise<string | null> {
  const jwt = readCookie(cookieHeader, sessionCookieName);
  if (!jwt) return null;
  const payload = await openToken({ token: jwt, secret: runtime().sessionSecret }).catch(() => null);
  return typeof payload?.sessionToken === "string" ? payload.sessionToken : null;
}
