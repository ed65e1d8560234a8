import type { Action } from "../access/actions";

/**
 * What people are told by mail and may turn off, and what the pages call it. This is the only list. Without schemas,
 * since the pages read it.
 */
export const mailKinds = {
  signIns: "Somebody signs in with a browser that I have not used before",
  account: "My password, e-mail address, second factor or another way to sign in changes",
  canaries: "Somebody tries a canary",
  webhooks: "A webhook is disabled",
  due: "Something expires or is due for replacement soon (at most once a day)",
} as const;

export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

const kindsOfActions: Partial<Record<Action, MailKind>> = {
  "session.sign-in": "signIns",
  "account.password": "account",
  "account.second-factor-on": "account",
  "account.second-factor-off": "account",
  "account.recovery-codes": "account",
  "account.passkey-add": "account",
  "account.identity-link": "account",
  "webhook.disable": "webhooks",
};

/** The kind of mail that tells of a record; null if none does. */
export function mailKindOf(action: string, outcome: string): MailKind | null {
  // Whoever tries a canary is always refused.
  if (action === "access-key.canary") return "canaries";
  return outcome === "done" ? (kindsOfActions[action as Action] ?? null) : null;
}
