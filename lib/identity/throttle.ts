import { isIPv6 } from "node:net";
import { keyedHash } from "../crypto/token";
import { isUniqueViolation } from "../db/failures";
import { AppError } from "../errors";
import { metrics } from "../metrics";
import { runtime } from "../runtime";
import { cleanUpWhenDue } from "../auth/clean-up";

/** An account's failures before its first delay. */
const accountFailuresMax = 5;
/** More than anyone needs who changes their mind now and then. */
const ownChallengesMax = 20;
/** The first delay; each further failure doubles it. */
const firstDelayMs = 30_000;
const delayMsMax = 15 * 60_000;
/** Failures are forgotten when the last one is this old: longer than any delay. */
const forgottenAfterMs = 60 * 60_000;

/**
 * What attempts are counted against. `resets`: whether a success resets the whole count, rather than refunding its own
 * attempt. `fades`: whether failures are forgotten one by one, as many within an hour as there may be, so that a few now
 * and then never add up.
 */
export type Target = { name: string; failuresMax: number; resets: boolean; fades?: boolean };

/** Counted the same way whether or not the account exists. */
export const accountTarget = (email: string): Target => ({
  name: `account ${email.trim().toLowerCase()}`,
  failuresMax: accountFailuresMax,
  resets: true,
});

/** Re-authentication has its own count, so that nobody outside can lock out a signed-in user. */
export const reauthenticationTarget = (userId: string): Target => ({
  name: `proof ${userId}`,
  failuresMax: accountFailuresMax,
  resets: true,
});

/**
 * Codes during second-factor setup. The user knows the secret, so a correct code resets no count, neither this one nor
 * that of re-authentication.
 */
export const setupTarget = (userId: string): Target => ({
  name: `setup ${userId}`,
  failuresMax: accountFailuresMax,
  resets: false,
});

/** A success must not reset it: anyone with an account here could guess at others forever. */
export const addressTarget = (address: string): Target => ({
  name: `address ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

/** Challenges that an address requested and that led to no sign-in. */
export const challengeTarget = (address: string): Target => ({
  name: `challenge ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

/** Challenges that a session's user requested and that led to nothing. Each is a row for 5 minutes. */
export const ownChallengeTarget = (userId: string): Target => ({
  name: `own challenge ${userId}`,
  failuresMax: ownChallengesMax,
  resets: false,
});

/** Registrations from an address, successful ones included: each costs a password hash and a permanent row. */
export const registrationTarget = (address: string): Target => ({
  name: `registration ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

/** Calendars asked for from an address that led to none. */
export const calendarTarget = (address: string): Target => ({
  name: `calendar ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

/** Mails about a forgotten password that are asked for from an address, or for an account's own, whether or not it exists. */
export const forgottenTargets = (address: string, email: string): Target[] => [
  {
    name: `forgotten from ${network(address)}`,
    failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
    resets: false,
  },
  { name: `forgotten ${email}`, failuresMax: accountFailuresMax, resets: false },
];

/** Links of mails that were tried from an address and don't work. */
export const mailLinkTarget = (address: string): Target => ({
  name: `mail link ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

/** Other e-mail addresses that an account asks for: each is a mail to somebody. */
export const emailChangeTarget = (userId: string): Target => ({
  name: `email change ${userId}`,
  failuresMax: accountFailuresMax,
  resets: false,
});

/** More than a team needs at once. */
const mailedInvitationsMax = 20;

/** Invitations that a person has sent: each is a mail to somebody who may not know them. */
export const mailedInvitationTarget = (userId: string): Target => ({
  name: `mailed invitations ${userId}`,
  failuresMax: mailedInvitationsMax,
  resets: false,
});

/**
 * How many times as many links as failed sign-ins an address may ask for that are not there: most are no guess, but a
 * link that was opened before and is clicked again, by any of many people behind one address.
 */
const deadLinksForFailure = 20;

/** Links asked for from an address that were not there. */
export const linkTarget = (address: string): Target => ({
  name: `link ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX * deadLinksForFailure,
  resets: false,
  fades: true,
});

/** ID tokens from an address that were not accepted. */
export const exchangeTarget = (address: string): Target => ({
  name: `token ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

/** An IPv6 host can use a whole /64. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = (plain.split("%", 1)[0] ?? "").split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(missing, 0)).fill("0"), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

export type Outcome = "success" | "failure" | "undecided";

/**
 * Runs one attempt and counts it against its targets in the database, which all processes share. It is counted before
 * `work` starts and refunded if it was undecided, so that concurrent attempts can't outrun the count. While a target is
 * throttled, throws TOO_MANY_ATTEMPTS with Retry-After and does not run `work`.
 */
export async function attempt<T>(
  targets: readonly Target[],
  work: () => Promise<{ outcome: Outcome; value: T }>,
): Promise<T> {
  await cleanUpWhenDue();
  const counted: Counted[] = [];
  let outcome: Outcome = "undecided";
  try {
    for (const target of targets) counted.push(await count(target));
    const result = await work();
    outcome = result.outcome;
    return result.value;
  } finally {
    if (outcome === "failure") metrics.failedLogins.inc({ reason: "wrong" });
    if (outcome !== "failure")
      for (const one of counted) await (outcome === "success" && one.resets ? reset(one) : refund(one));
  }
}

/**
 * Counts an unauthenticated request that costs the vault something. Throws like `attempt`. What it returns refunds the
 * attempt, if it served its purpose, and undoes the delay that it started.
 */
export async function countAttempt(target: Target): Promise<() => Promise<void>> {
  await cleanUpWhenDue();
  const counted = await count(target);
  return () => refund(counted);
}

/** Refunds one attempt that served its purpose, where another request finds that out. A delay that it started stays. */
export const refundAttempt = ({ name, resets }: Target): Promise<void> =>
  refund({ keyHash: keyHashOf(name), blockedUntil: null, resets });

/** Resets a target's count and ends its delay. */
export const resetAttempts = ({ name }: Target): Promise<void> => reset({ keyHash: keyHashOf(name) });

const keyHashOf = (name: string) => keyedHash(runtime().throttleSecret, name);

type Counted = { keyHash: string; blockedUntil: Date | null; resets: boolean };

async function count(target: Target): Promise<Counted> {
  const { name, failuresMax, resets } = target;
  const { db } = runtime();
  const keyHash = keyHashOf(name);
  for (;;) {
    const now = Date.now();
    const row = await db.loginThrottle.findUnique({ where: { keyHash } });
    if (row?.blockedUntil && row.blockedUntil.getTime() > now) {
      metrics.failedLogins.inc({ reason: "throttled" });
      throw tooManyAttempts(row.blockedUntil.getTime() - now);
    }
    const { former, since } = row ? remembered(row, target, now) : { former: 0, since: now };
    const failures = former + 1;
    const blockedUntil =
      failures < failuresMax
        ? null
        : new Date(now + Math.min(firstDelayMs * 2 ** (failures - failuresMax), delayMsMax));
    const data = { failures, lastFailedAt: new Date(since), blockedUntil };
    if (row ? await replace(keyHash, row, data) : await create(keyHash, data)) return { keyHash, blockedUntil, resets };
    // Another attempt was counted in between, and it may have been the last one: look again.
  }
}

type ThrottleRow = { failures: number; lastFailedAt: Date; blockedUntil: Date | null };

/** How many of a target's failures still count now, and from when on the next one is forgotten. */
function remembered(row: ThrottleRow, { failuresMax, fades }: Target, now: number): { former: number; since: number } {
  const last = row.lastFailedAt.getTime();
  if (last <= now - forgottenAfterMs) return { former: 0, since: now };
  if (!fades) return { former: row.failures, since: now };
  const eachMs = forgottenAfterMs / failuresMax;
  const faded = Math.max(0, Math.floor((now - last) / eachMs));
  // What has passed of the next one's time goes on, however often somebody asks meanwhile.
  return faded < row.failures
    ? { former: row.failures - faded, since: Math.round(last + faded * eachMs) }
    : { former: 0, since: now };
}

async function replace(keyHash: string, { failures, lastFailedAt }: ThrottleRow, data: ThrottleRow): Promise<boolean> {
  const { count } = await runtime().db.loginThrottle.updateMany({ where: { keyHash, failures, lastFailedAt }, data });
  return count === 1;
}

async function create(keyHash: string, data: ThrottleRow): Promise<boolean> {
  try {
    await runtime().db.loginThrottle.create({ data: { keyHash, ...data } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

async function reset({ keyHash }: Pick<Counted, "keyHash">): Promise<void> {
  await runtime().db.loginThrottle.deleteMany({ where: { keyHash } });
}

async function refund({ keyHash, blockedUntil }: Counted): Promise<void> {
  const { db } = runtime();
  await db.loginThrottle.updateMany({ where: { keyHash, failures: { gt: 0 } }, data: { failures: { decrement: 1 } } });
  if (blockedUntil)
    await db.loginThrottle.updateMany({ where: { keyHash, blockedUntil }, data: { blockedUntil: null } });
}

const tooManyAttempts = (ms: number) =>
  new AppError("TOO_MANY_ATTEMPTS", { headers: { "Retry-After": String(Math.ceil(ms / 1000)) } });
