import type { DueItem } from "../auth/mail/mail-outbox";
import { type Role, roleGrants } from "../contracts/people/roles";
import { dayText, instantText, type Letter, shown } from "./letter";

/*
 * Every e-mail that the vault sends. They contain names and never a value.
 */

/** Where this vault's pages are, without a slash at the end. */
type Site = { origin: string };

const notMe = "If that was you, there is nothing to do.";
const chosen = ({ origin }: Site) =>
  `You are receiving this e-mail because notices like this are on for your account in the vault at ${origin}. You can turn them off in its settings.`;
const asked = ({ origin }: Site) => `This e-mail was sent by the vault at ${origin}.`;

export const forgottenPassword = (site: Site, { token, minutes }: { token: string; minutes: number }): Letter => ({
  subject: "Set a new password for your vault",
  heading: "Set a new password",
  paragraphs: [
    `Somebody asked for a link to set a new password for your account. It works once, within ${minutes} minutes.`,
    "If you have a second factor, it stays on. All your sessions end.",
  ],
  // Behind the #, so that no server, proxy or log on the way sees it (RFC 3986, 3.5).
  action: { label: "Set a new password", url: `${site.origin}/reset-password#${token}` },
  closing: ["If this was not you, ignore this e-mail: nothing changes unless the link is opened.", asked(site)],
});

export const confirmEmail = (
  site: Site,
  { token, email, expiresAt }: { token: string; email: string; expiresAt: Date },
): Letter => ({
  subject: "Confirm your e-mail address",
  heading: "Confirm your e-mail address",
  paragraphs: [
    `Somebody asked to use ${shown(email)} for their account. Open the link to confirm that this is your address. It works once.`,
  ],
  facts: [["Works until", instantText(expiresAt)]],
  action: { label: "Confirm the address", url: `${site.origin}/confirm-email#${token}` },
  closing: ["If this was not you, ignore this e-mail: nothing changes unless the link is opened.", asked(site)],
});

const endSessions = ({ origin }: Site) => ({ label: "Open the settings", url: `${origin}/settings` });

export const emailAsked = (site: Site, { email }: { email: string }): Letter => ({
  subject: "A change of your e-mail address was requested",
  heading: "A change of your e-mail address was requested",
  paragraphs: [
    `Somebody who is signed in to your account asked to use ${shown(email)} instead of this address. It changes once the new address is confirmed.`,
    `${notMe} If not, change your password and end the other sessions at once.`,
  ],
  action: endSessions(site),
  closing: [asked(site)],
});

export const emailChanged = (site: Site, { email }: { email: string }): Letter => ({
  subject: "Your e-mail address was changed",
  heading: "Your e-mail address was changed",
  paragraphs: [
    `Your account now has the address ${shown(email)}. This is the last e-mail to the old one.`,
    `${notMe} If not, tell whoever runs the vault: they can restore your access.`,
  ],
  closing: [asked(site)],
});

export const invitation = (
  site: Site,
  {
    token,
    team,
    inviter,
    role,
    expiresAt,
  }: { token: string; team: string; inviter: string; role: Role; expiresAt: Date },
): Letter => ({
  subject: `${shown(inviter)} invites you to the team ${shown(team)}`,
  heading: `Join the team ${shown(team)}`,
  paragraphs: [`${shown(inviter)} invites you to share a vault. The link works once, and only for this address.`],
  facts: [
    ["Team", shown(team)],
    ["Role", `${role}: ${roleGrants[role].description}`],
    ["Works until", instantText(expiresAt)],
  ],
  action: { label: "Join the team", url: `${site.origin}/invitation#${token}` },
  closing: ["If you don't know who this is, ignore this e-mail.", asked(site)],
});

/** What a record tells. `vault`: the team's name; null for the recipient's own. */
export type Told = {
  at: Date;
  device: string;
  address: string | null;
  objectName: string | null;
  vault: string | null;
};

const facts = (...given: readonly (readonly [string, string | null])[]) =>
  given.flatMap(([label, value]) => (value === null ? [] : [[label, shown(value)] as const]));
const by = ({ at, device, address }: Told) => facts(["When", instantText(at)], ["With", device], ["From", address]);

export const newSignIn = (site: Site, told: Told): Letter => ({
  subject: "New sign-in to your vault",
  heading: "Somebody signed in with a new browser",
  paragraphs: [`${notMe} If not, end that session and change your password at once.`],
  facts: by(told),
  action: endSessions(site),
  closing: [chosen(site)],
});

/** `named`: what the record's object is called, where the e-mail says its name. */
const changes: Record<string, { subject: string; what: string; named?: string }> = {
  "account.password": { subject: "Your password was changed", what: "The password of your account was changed." },
  "account.second-factor-on": {
    subject: "A second factor was added",
    what: "An authenticator app now belongs to your account as its second factor.",
  },
  "account.second-factor-off": {
    subject: "Your second factor was turned off",
    what: "Your account no longer asks for a code when somebody signs in.",
  },
  "account.recovery-codes": {
    subject: "New recovery codes were created",
    what: "Your account has new recovery codes. Each can be used once instead of the authenticator app’s code. The old ones no longer work.",
  },
  "account.passkey-add": {
    subject: "A passkey was added",
    what: "A new passkey can sign in to your account.",
    named: "Passkey",
  },
  "account.identity-link": {
    subject: "An identity was linked",
    what: "A sign-in at this provider now also opens your account.",
    named: "Provider",
  },
  "account.mail": {
    subject: "E-mail notices were turned off",
    what: "E-mails about new sign-ins, or about changes to your account’s protection, were turned off.",
  },
};

/** Null for an action that changes nothing of the kind. */
export function accountChanged(site: Site, action: string, told: Told): Letter | null {
  const change = changes[action];
  if (!change) return null;
  return {
    subject: change.subject,
    heading: change.subject,
    paragraphs: [
      change.what,
      `${notMe} If not, set a new password, end the other sessions, and tell whoever runs the vault.`,
    ],
    facts: [...(change.named ? facts([change.named, told.objectName]) : []), ...by(told)],
    action: endSessions(site),
    closing: [action === "account.mail" ? asked(site) : chosen(site)],
  };
}

export const canaryTried = (site: Site, told: Told): Letter => ({
  subject: `Somebody tried the canary ${shown(told.objectName ?? "")}`,
  heading: "Somebody tried a canary",
  paragraphs: [
    "An access key that you set as a trap was tried, and refused. Whoever tried it found it somewhere: check where you put it, and replace whatever else is stored there.",
  ],
  facts: [...facts(["Canary", told.objectName], ["Team", told.vault]), ...by(told)],
  action: { label: "Open the vault", url: `${site.origin}/access-keys` },
  closing: [chosen(site)],
});

export const webhookDisabled = (site: Site, told: Told): Letter => ({
  subject: `The webhook to ${shown(told.objectName ?? "")} was disabled`,
  heading: "A webhook was disabled",
  paragraphs: [
    "Its receiver accepted no messages for a day, or reported that it is gone. Nothing is sent to it now. Change the webhook in the settings to turn it on again.",
  ],
  facts: facts(["Receiver", told.objectName], ["Team", told.vault], ["When", instantText(told.at)]),
  action: endSessions(site),
  closing: [chosen(site)],
});

/** A notice after which no more of its kind are sent for a while. */
export const lastOfHour = (letter: Letter): Letter => ({
  ...letter,
  closing: [
    "There were many notices like this within an hour, so no more will be sent until it is over. The activity lists them all.",
    ...letter.closing,
  ],
});

function dueLine({ team, kind, reason, dueAt }: DueItem, now: number): string {
  const isOver = new Date(dueAt).getTime() <= now;
  const what = kind === "access-key" ? "Access key" : "Entry";
  const day = dayText(dueAt);
  const when =
    reason === "expires"
      ? isOver
        ? `expired on ${day}`
        : `expires on ${day}`
      : `to be replaced by ${day}${isOver ? ", overdue" : ""}`;
  return [`${what}, ${when}`, ...(team === null ? [] : [`team ${shown(team)}`])].join(" · ");
}

export const digest = (site: Site, { due, more }: { due: readonly DueItem[]; more: number }, now: number): Letter => {
  const count = due.length + more;
  const things = count === 1 ? "1 item is" : `${count} items are`;
  return {
    subject: `${things} due in your vault`,
    heading: `${things} due`,
    paragraphs: ["Items are listed if they expire or are due for replacement within 30 days, or are overdue."],
    list: [
      ...due.map((item) => ({
        title: shown(item.name),
        about: dueLine(item, now),
        url: item.path === undefined ? undefined : site.origin + item.path,
      })),
      ...(more > 0 ? [{ title: `And ${more} more`, about: "The vault lists them all." }] : []),
    ],
    action: { label: "Open the vault", url: `${site.origin}/` },
    closing: [chosen(site)],
  };
};
