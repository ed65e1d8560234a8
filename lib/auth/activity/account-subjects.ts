import type { SignInMethod } from "../../contracts/people/account";
import type { Subject } from "./activity";

/*
 * What activity records call people and what belongs to their accounts.
 */

type Person = { name: string | null; email: string };

/** What people are called: by their name, or by their e-mail address if they gave none. */
export const displayName = ({ name, email }: Person): string => name ?? email;

export const accountSubject = (id: string, name: string | null = null): Subject => ({ kind: "account", id, name });

/** A session, or the attempt to begin one. */
export const sessionSubject = (id: string | null, method: SignInMethod | null): Subject => ({
  kind: "session",
  id,
  name: method,
});

/** A member of a team, by the id of their account. */
export const memberSubject = ({ id, ...person }: Person & { id: string }): Subject => ({
  kind: "member",
  id,
  name: displayName(person),
});

export const passkeySubject = ({ id, name }: { id: string; name: string }): Subject => ({ kind: "passkey", id, name });

/** An identity at a provider. Its subject there may be a secret of the provider's. */
export const identitySubject = ({ id, issuer }: { id: string; issuer: string }): Subject => ({
  kind: "identity",
  id,
  name: issuer,
});

export const keySubject = ({ id, name }: { id: string; name: string }): Subject => ({ kind: "access-key", id, name });

export const trustRuleSubject = ({ id, name }: { id: string; name: string }): Subject => ({
  kind: "trust-rule",
  id,
  name,
});

/** Not by its whole address, which may hold a secret of the receiver's. Null: it can't be decrypted. */
export const webhookSubject = (id: string, target: { url: string } | null): Subject => ({
  kind: "webhook",
  id,
  name: target && new URL(target.url).host,
});

/** A command of svc-admin, without its arguments. */
export const commandSubject = (name: string): Subject => ({ kind: "command", id: null, name });
