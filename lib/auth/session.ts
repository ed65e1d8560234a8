import type { SignInMethod } from "../contracts/account";
import { type CoveredRow, listOf } from "../crypto/covered-columns";
import { hashToken, newSessionToken } from "../crypto/token";
import { storedInstant } from "../db/instant";
import { newRowId } from "../db/row-id";
import { AppError } from "../errors";
import { readFactors } from "../factors";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import type { SessionCaller } from "./caller";
import { cleanUpWhenDue } from "./clean-up";

/** After this long without a request a session ends (ASVS 5.0, 7.3.1). */
export const sessionIdleMsMax = (): number => runtime().settings.AUTH_SESSION_IDLE_MINUTES * 60_000;
/** After this long a session ends whatever happens (ASVS 5.0, 7.3.2). */
export const sessionSecondsMax = (): number => runtime().settings.AUTH_SESSION_MAX_HOURS * 60 * 60;
/** `lastSeenAt` is written at most this often, so that reading does not mean writing. */
const seenEveryMs = 60_000;

/** `passwordHash`: what the password was right for; the session begins only if it still is the account's. `replaced`: the token of the browser's session so far, which ends. */
export type SessionOrigin = {
  method: SignInMethod;
  userAgent?: string | undefined;
  address?: string | undefined;
  passwordHash?: string;
  replaced?: string | null;
};

/**
 * Begins a session, which proves its user, and returns the token that the cookie's JWT carries; the row keeps only its hash.
 * Throws AUTH_REQUIRED if the account is gone, or its password is another one, since they were looked at: a change of
 * password ends also what was under way with the old one.
 */
export async function beginSession(
  userId: string,
  { method, userAgent, address, passwordHash, replaced = null }: SessionOrigin,
): Promise<string> {
  const token = newSessionToken();
  const now = Date.now();
  await cleanUpWhenDue(now);
  const at = storedInstant(new Date(now));
  const { rights, writes } = runtime();
  const { mac, ...row } = rights.sign("Session", {
    id: newRowId(),
    userId,
    tokenHash: hashToken(token),
    method,
    provenAt: at,
    lastSeenAt: at,
    expiresAt: storedInstant(new Date(now + sessionSecondsMax() * 1000)),
  });
  const begun = await writes.run({
    sql: 'INSERT INTO "Session" ("id", "userId", "tokenHash", "createdAt", "lastSeenAt", "expiresAt", "userAgent", "address", "method", "provenAt", "mac") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    values: [
      row.id,
      userId,
      row.tokenHash,
      at,
      at,
      row.expiresAt,
      userAgent?.slice(0, 300) ?? null,
      address?.slice(0, 100) ?? null,
      method,
      at,
      mac,
    ],
    provided: {
      sql: `SELECT 1 FROM "User" WHERE "id" = ?${passwordHash === undefined ? "" : ' AND "passwordHash" = ?'}`,
      values: [userId, ...(passwordHash === undefined ? [] : [passwordHash])],
    },
  });
  if (!begun) throw new AppError("AUTH_REQUIRED");
  if (replaced !== null) await endSession(replaced);
  return token;
}

export async function endSession(token: string): Promise<void> {
  await runtime().db.session.deleteMany({ where: { tokenHash: hashToken(token) } });
}

type SignedRow = CoveredRow<"Session"> & {
  id: string;
  userId: string;
  tokenHash: string;
  expiresAt: Date | string;
  lastSeenAt: Date | string;
  provenAt: Date | string;
  mac: string;
};
type SessionRow = SignedRow & { revision: number };
/** Columns of the account under names of their own, the session's having the same. */
type AccountRow = {
  email: string;
  passwordHash: string | null;
  passwordMadeAt: Date | string | null;
  factors: string;
  accountMac: string | null;
};

/** Each column costs: what is asked for is known. */
const sessionQuery = (known: "id" | "tokenHash", more = "") =>
  `SELECT ${listOf("Session", "s", [known])}, u."revision"${more} FROM "Session" s JOIN "User" u ON u."id" = s."userId" WHERE s."${known}" = ?`;
/** Asked where a second factor is required alone. */
const account = ', u."email", u."passwordHash", u."passwordMadeAt", u."factors", u."mac" AS "accountMac"';
const find = {
  id: { alone: sessionQuery("id"), withAccount: sessionQuery("id", account) },
  tokenHash: { alone: sessionQuery("tokenHash"), withAccount: sessionQuery("tokenHash", account) },
} as const;

/** A passkey is two factors, where it may sign in at all. A provider's own factors are unknown here, so its sign-in counts as a password's. */
function missingFactor(method: unknown, stored: string): Pick<SessionCaller, "missingFactor"> {
  const factors = readFactors(stored);
  if (method === "passkey" || factors.has("code")) return {};
  return { missingFactor: factors.has("passkey") && runtime().settings.AUTH_PASSWORD_LOGIN ? "passkey" : "none-yet" };
}

/** A session that stands, and when it ends: at `expiresAt` in any case, at `idleExpiresAt` unless a request comes before. */
export type StandingSession = { caller: SessionCaller; idleExpiresAt: Date; expiresAt: Date };
type Standing = StandingSession & { lastSeenAt: Date; row: SessionRow };

/** A caller, and by which token's hash their session was found, which nobody else is told. */
class FoundCaller implements SessionCaller {
  readonly kind = "session";
  readonly userId: string;
  readonly sessionId: string;
  readonly provenAt: Date;
  readonly revision: number;
  readonly #tokenHash: string;

  constructor(row: SessionRow) {
    this.userId = row.userId;
    this.sessionId = row.id;
    this.provenAt = new Date(row.provenAt);
    this.revision = row.revision;
    this.#tokenHash = row.tokenHash;
  }

  static isFoundBy(caller: SessionCaller, tokenHash: string): boolean {
    return #tokenHash in caller && caller.#tokenHash === tokenHash;
  }
}

async function standing(by: keyof typeof find, value: string, now: number): Promise<Standing | null> {
  const { reads, rights, settings } = runtime();
  const required = settings.AUTH_SECOND_FACTOR === "required";
  const row = await reads.get<SessionRow & AccountRow>(required ? find[by].withAccount : find[by].alone, value);
  if (row && by === "tokenHash") row.tokenHash = value;
  else if (row) row.id = value;
  if (!row || !rights.isGenuine("Session", row)) return null;
  if (required && !rights.isGenuine("User", { ...row, id: row.userId, mac: row.accountMac })) return null;
  const [expiresAt, lastSeenAt] = [new Date(row.expiresAt), new Date(row.lastSeenAt)];
  const idleExpiresAt = new Date(lastSeenAt.getTime() + sessionIdleMsMax());
  if (expiresAt.getTime() <= now || idleExpiresAt.getTime() <= now) return null;
  const caller = new FoundCaller(row);
  if (required) Object.assign(caller, missingFactor(row.method, row.factors));
  return { caller, lastSeenAt, idleExpiresAt, expiresAt, row };
}

/**
 * The session of a token, if it stands: looked up each time, so that an ended one is refused at the next request. Looking
 * is no request of its user's: a page that asks how long its session lasts does not make it last.
 */
export const lookUpSession = (token: string, now = Date.now()): Promise<StandingSession | null> =>
  findByToken(token, now);
const findByToken = (token: string, now: number) => standing("tokenHash", hashToken(token), now);

/**
 * The caller of a request that is under way, as their session is by now. Throws AUTH_REQUIRED if it was ended, and where
 * `sameToken` is asked for, if it has another token than the request came with: then who proved themselves meanwhile need
 * not be who sent it.
 */
export async function assertSessionStands(
  caller: SessionCaller,
  { sameToken }: { sameToken: boolean },
  now = Date.now(),
): Promise<SessionCaller> {
  const session = await standing("id", caller.sessionId, now);
  if (!session || (sameToken && !FoundCaller.isFoundBy(caller, session.row.tokenHash)))
    throw new AppError("AUTH_REQUIRED");
  return session.caller;
}

/** As `lookUpSession`, for a request of the session's user: it is noted, and the session stands for as long again. */
export async function findSession(token: string, now = Date.now()): Promise<SessionCaller | null> {
  const session = await findByToken(token, now);
  if (!session) return null;
  const { caller, row } = session;
  if (session.lastSeenAt.getTime() + seenEveryMs <= now) {
    const { writes, rights } = runtime();
    const { mac, lastSeenAt } = rights.sign("Session", { ...row, lastSeenAt: storedInstant(new Date(now)) });
    // As it was found: of the requests that a page sends at once one writes, and a new token that came between stays.
    const seen = writes.run({
      sql: 'UPDATE "Session" SET "lastSeenAt" = ?, "mac" = ? WHERE "id" = ? AND "mac" = ?',
      values: [lastSeenAt, mac, row.id, row.mac],
    });
    // A disk that takes no writes must not keep anybody from reading.
    await seen.catch((error: unknown) => log.error({ event: "last-seen-not-written", error: loggableError(error) }));
  }
  return caller;
}
