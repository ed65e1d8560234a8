import { isIPv6 } from "node:net";
import { plainAddress } from "../../auth/grants/address-ranges";
import { runtime } from "../../runtime";

/** An account's failures before its first delay. */
const accountFailuresMax = 5;
/** More than anyone needs who changes their mind now and then. */
const ownAttemptsMax = 20;

/**
 * What attempts are counted against. `resets`: whether a success resets the whole count, rather than refunding its own
 * attempt. `fades`: whether failures are forgotten one by one, as many within an hour as there may be, so that a few now
 * and then never add up.
 */
export type Target = { name: string; failuresMax: number; resets: boolean; fades?: boolean };

/** A success does not reset it: anyone with an account here could guess at others forever. */
const ofAddress = (what: string, address: string): Target => ({
  name: `${what} ${network(address)}`,
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX,
  resets: false,
});

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

/** Sign-ins from an address. */
export const addressTarget = (address: string): Target => ofAddress("address", address);

/** Challenges that an address requested and that led to no sign-in. */
export const challengeTarget = (address: string): Target => ofAddress("challenge", address);

/** Challenges that a session's user requested and that led to nothing. Each is a row for 5 minutes. */
export const ownChallengeTarget = (userId: string): Target => ({
  name: `own challenge ${userId}`,
  failuresMax: ownAttemptsMax,
  resets: false,
});

/** Registrations from an address, successful ones included: each costs a password hash and a permanent row. */
export const registrationTarget = (address: string): Target => ofAddress("registration", address);

/**
 * How many times as many registrations with an invitation as without one an address may make, and as many links as failed
 * sign-ins it may ask for that are not there, or ID tokens of issuers that are down it may send, or sign-ins at the
 * provider it may begin. A whole team may join or sign in from one office, most dead links are not guesses, but were opened
 * before by any of many people behind one address, and so are jobs.
 */
const manyForFailure = 20;

const ofCrowdedAddress = (what: string, address: string): Target => ({
  ...ofAddress(what, address),
  failuresMax: runtime().settings.AUTH_ADDRESS_FAILURES_MAX * manyForFailure,
  fades: true,
});

/** Registrations from an address with an invitation: whoever has an account can make a team, and any number of them. */
export const invitedTarget = (address: string): Target => ofCrowdedAddress("invited", address);

/** Calendars asked for from an address that led to none. */
export const calendarTarget = (address: string): Target => ofAddress("calendar", address);

/** Mails about a forgotten password that are asked for from an address, or for an account's own, whether or not it exists. */
export const forgottenTargets = (address: string, email: string): Target[] => [
  ofAddress("forgotten from", address),
  { name: `forgotten ${email}`, failuresMax: accountFailuresMax, resets: false },
];

/** Links of mails that were tried from an address and don't work. */
export const mailLinkTarget = (address: string): Target => ofAddress("mail link", address);

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

export type SignOnStep = "begun" | "returned from";

/**
 * Sign-ins at the provider that led to nothing: each makes the vault ask the provider. A whole office may begin at the
 * same minute. Those that are begun and those that are returned from have counts of their own: the last one that may
 * begin must not be kept from its return.
 */
export const signOnTarget = (step: SignOnStep, address: string): Target => ofCrowdedAddress(`sign-on ${step}`, address);

/** The same of a session that links an identity or re-authenticates: nobody outside may lock it out. */
export const ownSignOnTarget = (step: SignOnStep, sessionId: string): Target => ({
  name: `own sign-on ${step} ${sessionId}`,
  failuresMax: ownAttemptsMax,
  resets: false,
});

/** Links asked for from an address that were not there. */
export const linkTarget = (address: string): Target => ofCrowdedAddress("link", address);

/** ID tokens from an address that were not accepted. */
export const exchangeTarget = (address: string): Target => ofAddress("token", address);

/**
 * ID tokens from an address whose issuer could not be asked, which is not a guess: runners behind one address must not be
 * locked out at once for that. Each still leaves a record with the rule's owner.
 */
export const unaskedTarget = (address: string): Target => ofCrowdedAddress("unasked", address);

/** An IPv6 host can use a whole /64. */
function network(address: string): string {
  const plain = plainAddress(address);
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
