import { isPlainLine } from "../plain-text";

/*
 * What the claims of an ID token must be. Pure code.
 */

/** What a rule asks of a token. */
export type Asked = { audience: string; claims: Readonly<Record<string, string>> };

export type Claims = Readonly<Record<string, unknown>>;

/** Whether a pattern fits the whole text. `*` stands for any characters or none; nothing else is special. */
export function fits(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** A claim as text, or null for one that can't be compared: a list, an object, or text with control characters. */
function textOf(claims: Claims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  // No issuer has line breaks in its claims; who could put one there could make a claim look like another.
  return typeof value === "string" && isPlainLine(value) ? value : null;
}

const fitsClaim = (claims: Claims, [name, pattern]: [string, string]): boolean => {
  const text = textOf(claims, name);
  return text !== null && fits(pattern, text);
};

/** Whether the token is for this audience (RFC 7519, 4.1.3). */
export const isFor = ({ aud }: Claims, audience: string): boolean =>
  aud === audience || (Array.isArray(aud) && aud.includes(audience));

/** Whether every claim fits. */
export const allFit = (claims: Claims, asked: Asked): boolean =>
  Object.entries(asked.claims).every((entry) => fitsClaim(claims, entry));

/**
 * How near a token that does not fit came: first by its audience, then by the number of claims that fit, then by how much of
 * their beginnings is the same.
 */
export function nearness(claims: Claims, asked: Asked): number {
  const entries = Object.entries(asked.claims);
  const fitting = entries.filter((entry) => fitsClaim(claims, entry)).length;
  const begun = entries.reduce((sum, [name, pattern]) => sum + commonLength(pattern, textOf(claims, name) ?? ""), 0);
  return (isFor(claims, asked.audience) ? 1e9 : 0) + fitting * 1e6 + begun;
}

function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
