import type { SignInMethod } from "../../contracts/people/account";
import { hashToken, newRandomToken } from "../../crypto/tokens/token";
import { storedInstant } from "../../db/instants";
import { bound } from "../../db/queries/query";
import * as queries from "../../db/queries/access/sessions";
import { newRowId } from "../../db/row-id";
import type { Bound, RowOf } from "../../db/sql";
import { AppError } from "../../errors";
import { readFactors } from "../../factors";
import { loggableError, log } from "../../log";
import { runtime } from "../../runtime";
import { displayName, sessionSubject } from "../activity/account-subjects";
import { newRecord, personAs, writeRecorded } from "../activity/activity";
import type { RequestFacts, SessionCaller } from "../caller";

/** A session without requests ends after this time (ASVS 5.0, 7.3.1). */
export const sessionIdleMsMax = (): number => runtime().settings.AUTH_SESSION_IDLE_MINUTES * 60_000;
/** Every session ends after this time, used or not (ASVS 5.0, 7.3.2). */
export const sessionSecondsMax = (): number => runtime().settings.AUTH_SESSION_MAX_HOURS * 60 * 60;
/** How far replicas' clocks may differ. What is from further ahead was written before the clock was set back. */
const aheadMsMax = 60_000;
/** `lastSeenAt` is written at most this often, so that not every read causes a write. */
const seenEveryMs = 60_000;

/** What somebody signed in with: the hash that a password was checked against, a passkey, or an identity at a provider. */
type SignInProof = { passwordHash: string } | { passkeyId: string } | { issuer: string; subject: string };

/**
 * `name`: what the activity calls the person; `request`: the one that signs in. `proof`: the session begins only if the
 * account still has it. `replaced`: the token of the browser's previous session, which ends.
 */
export type SessionOrigin = {
  method: SignInMethod;
  name?: string | null;
  request?: RequestFacts | null;
  proof?: SignInProof;
  replaced?: string | null;
};

/**
 * Starts a session for a user who has just authenticated. Returns the token that the cookie's JWT carries; the row
 * keeps only its hash. Throws AUTH_REQUIRED if the account was deleted, its password changed or its passkey or identity
 * removed since they were checked: that also stops sign-ins in progress.
 */
export async function beginSession(
  userId: string,
  { method, name = null, request = null, proof, replaced = null }: SessionOrigin,
): Promise<string> {
  const token = newRandomToken();
  const now = Date.now();
  const at = storedInstant(new Date(now));
  const { rights } = runtime();
  const { mac, ...row } = rights.sign("Session", {
    id: newRowId(),
    userId,
    tokenHash: hashToken(token),
    method,
    provenAt: at,
    lastSeenAt: at,
    expiresAt: storedInstant(new Date(now + sessionSecondsMax() * 1000)),
  });
  const { userAgent = null, address = null } = request ?? {};
  const insertion = bound(queries.insertSession, { ...row, at, userAgent, address, mac });
  const record = newRecord({
    owner: userId,
    action: "session.sign-in",
    actor: personAs(userId, name),
    request,
    subject: sessionSubject(row.id, method),
  });
  const turn = { line: "endings", vaultId: userId } as const;
  const write = { ...insertion, onlyIf: stillProving(userId, proof), ofAccount: true, turn } as const;
  if (!(await writeRecorded(write, record))) throw new AppError("AUTH_REQUIRED");
  if (replaced !== null) await runtime().db.session.deleteMany({ where: { tokenHash: hashToken(replaced) } });
  return token;
}

/**
 * Finds the account while it has what proved who somebody is. It is asked once the account's sessions are locked, which
 * a change of a password, passkey or identity locks too: what was committed is seen. What was not waits until the
 * session is there: another password ends it, and a removed passkey or identity leaves it, like all sessions that have
 * begun before.
 */
function stillProving(userId: string, proof?: SignInProof): Bound {
  if (!proof) return bound(queries.findUser, { userId });
  if ("passwordHash" in proof) return bound(queries.findUserWithPassword, { userId, ...proof });
  if ("passkeyId" in proof) return bound(queries.findUserWithPasskey, { userId, ...proof });
  const { issuer, subject } = proof;
  return bound(queries.findUserWithIdentity, { userId, issuer, subject });
}

type SessionRow = RowOf<typeof queries.findSessionById> & { id: string };
type SessionAndAccountRow = RowOf<typeof queries.findSessionAndAccountById> & { id: string };

/** How a session is found. The query does not return this column, since its value is known. */
type Credential = { id: string } | { tokenHash: string };

/** With `withAccount`, also reads the account's columns that list its second factors. */
async function find(by: Credential, withAccount: boolean): Promise<SessionRow | SessionAndAccountRow | undefined> {
  const { reads } = runtime();
  if ("id" in by) {
    const byId = withAccount ? queries.findSessionAndAccountById : queries.findSessionById;
    const row = await reads.get(byId, { known: by.id });
    return row && Object.assign(row, by);
  }
  const byToken = withAccount ? queries.findSessionAndAccountByToken : queries.findSessionByToken;
  const row = await reads.get(byToken, { known: by.tokenHash });
  return row && Object.assign(row, by);
}

const isWithAccount = (row: SessionRow | SessionAndAccountRow): row is SessionAndAccountRow => "factors" in row;

/**
 * A passkey counts as two factors. It can be asked for only with AUTH_PASSWORD_LOGIN, which also allows passkey sign-in.
 * A provider's own factors are unknown here, so signing in there counts like a password.
 */
function missingFactor(method: unknown, stored: string): Pick<SessionCaller, "missingFactor"> {
  const factors = readFactors(stored);
  if (method === "passkey" || factors.has("code")) return {};
  return { missingFactor: factors.has("passkey") && runtime().settings.AUTH_PASSWORD_LOGIN ? "passkey" : "none-yet" };
}

/** An active session and when it ends: at `expiresAt` at the latest, at `idleExpiresAt` if no request comes before. */
export type ActiveSession = { caller: SessionCaller; idleExpiresAt: Date; expiresAt: Date };
type FoundSession = ActiveSession & { lastSeenAt: Date; row: SessionRow };

/** A caller who also remembers, privately, the token hash by which their session was found. */
class FoundCaller implements SessionCaller {
  readonly kind = "session";
  readonly userId: string;
  readonly name: string;
  readonly sessionId: string;
  readonly provenAt: Date;
  readonly revision: number;
  request: RequestFacts | null = null;
  readonly #tokenHash: string;

  constructor(row: SessionRow) {
    this.userId = row.userId;
    this.name = displayName(row);
    this.sessionId = row.id;
    this.provenAt = new Date(row.provenAt);
    this.revision = row.revision;
    this.#tokenHash = row.tokenHash;
  }

  static isFoundBy(caller: SessionCaller, tokenHash: string): boolean {
    return #tokenHash in caller && caller.#tokenHash === tokenHash;
  }
}

async function findActive(by: Credential, now: number): Promise<FoundSession | null> {
  const { rights, settings } = runtime();
  const row = await find(by, settings.AUTH_SECOND_FACTOR === "required");
  if (!row || !rights.isGenuine("Session", row)) return null;
  if (isWithAccount(row) && !rights.isGenuine("User", { ...row, id: row.userId, mac: row.accountMac })) return null;
  const [expiresAt, lastSeenAt] = [new Date(row.expiresAt), new Date(row.lastSeenAt)];
  const idleExpiresAt = new Date(lastSeenAt.getTime() + sessionIdleMsMax());
  if (expiresAt.getTime() <= now || idleExpiresAt.getTime() <= now) return null;
  if (lastSeenAt.getTime() > now + aheadMsMax) return null;
  if (expiresAt.getTime() > now + sessionSecondsMax() * 1000 + aheadMsMax) return null;
  const caller = new FoundCaller(row);
  if (isWithAccount(row)) Object.assign(caller, missingFactor(row.method, row.factors));
  return { caller, lastSeenAt, idleExpiresAt, expiresAt, row };
}

/**
 * Returns a token's session if it is active. It is looked up every time, so that an ended session is refused at the
 * next request. Looking it up does not count as activity: a page that asks how long its session lasts does not extend
 * it.
 */
export const lookUpSession = (token: string, now = Date.now()): Promise<ActiveSession | null> =>
  findActive({ tokenHash: hashToken(token) }, now);

/**
 * Returns the caller of a request in progress, as their session is now. Throws AUTH_REQUIRED if the session has ended.
 * With `sameToken`, also throws if the session has got a new token since the request came in: the person who
 * re-authenticated may be another one than the sender.
 */
export async function assertSessionActive(
  caller: SessionCaller,
  { sameToken }: { sameToken: boolean },
  now = Date.now(),
): Promise<SessionCaller> {
  const session = await findActive({ id: caller.sessionId }, now);
  if (!session || (sameToken && !FoundCaller.isFoundBy(caller, session.row.tokenHash)))
    throw new AppError("AUTH_REQUIRED");
  return session.caller;
}

/** Like `lookUpSession`, but counts as activity: it notes the time and extends the session. */
export async function findSession(token: string, now = Date.now()): Promise<SessionCaller | null> {
  const session = await findActive({ tokenHash: hashToken(token) }, now);
  if (!session) return null;
  const { caller, row } = session;
  if (session.lastSeenAt.getTime() + seenEveryMs <= now) {
    const { writes, rights } = runtime();
    const { mac, lastSeenAt } = rights.sign("Session", { ...row, lastSeenAt: storedInstant(new Date(now)) });
    // Conditional on the row as it was read: of several simultaneous requests only one writes, and a token issued in
    // between survives.
    const seen = writes.run(bound(queries.noteSeen, { id: row.id, formerMac: row.mac, lastSeenAt, mac }));
    // A disk that accepts no writes must not stop anybody from reading.
    await seen.catch((error: unknown) => log.error({ event: "last-seen-not-written", error: loggableError(error) }));
  }
  return caller;
}
