import type { Actor } from "../../contracts/access/activity";

/** Who did it, inside a sentence: "by Ada", "by you", "by CI (svc_AbCdEf…)". `self`: the reader's own id. */
export function byActor(actor: Actor, self?: string): string {
  return nameOf(actor, self) ?? nounOf(actor);
}

/** The same where it stands alone: "Ada", "You", "The operator". */
export function actorText(actor: Actor, self?: string): string {
  const name = nameOf(actor, self);
  if (name !== undefined && name !== you) return name;
  // A job's own words for itself, with the key that it got.
  if (actor.kind === "system" && actor.keyId !== null) return nounOf(actor);
  const noun = name ?? nounOf(actor);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

const you = "you";
const nouns: Record<Actor["kind"], string> = {
  session: "somebody",
  key: "an access key",
  operator: "the operator",
  system: "the vault itself",
};

/** Whoever has no name of their own: of the vault’s own records, one says who else it was, such as whoever had a link. */
const nounOf = ({ kind, name }: Actor): string => (kind === "system" && name !== null ? name : nouns[kind]);

function nameOf({ kind, userId, name, keyPrefix }: Actor, self: string | undefined): string | undefined {
  if (kind === "session") return userId !== null && userId === self ? you : (name ?? undefined);
  if (kind !== "key" || keyPrefix === null) return undefined;
  return `${name ?? nouns.key} (${keyPrefix}…)`;
}
