import { hash } from "node:crypto";
import { invalidField } from "../../errors";
import { canonicalSecret } from "./base32";
import { type GivenKind, kindOf, standard, type TokenKind, type TokenSecret, type TokenType } from "./token-kind";

/** No service counts as far. The counter's column holds a few more, so that every given one can be raised. */
const counterMax = 2_000_000_000;

/** What a text says of a token. `counter` is that of its next code; undefined if the text names none. */
export type ReadSecret = TokenSecret & { counter?: number };

export const isLink = (text: string): boolean => /^\s*otpauth:/i.test(text);

/**
 * Reads base32 (spaces, dashes, lower case and padding are accepted), which makes codes as `given` says, or an
 * `otpauth://` link (Key Uri Format, and Steam's), which says so itself. Throws a 400 that says what is wrong and never
 * contains the secret.
 */
export const readTokenSecret = (text: string, given: GivenKind = {}, standing: TokenKind = standard): ReadSecret =>
  isLink(text) ? fromLink(text.trim()) : { secret: canonicalSecret(text), ...kindOf(given, standing) };

/**
 * The text that is sealed for a secret: the same however the secret was written. What is standard is left out, as it was
 * when there was nothing else, so that the texts of older rows are the same too.
 */
export function sealedText(
  { secret, algorithm, type, digits, period }: TokenSecret,
  former: readonly FormerSecret[] = [],
): string {
  const usual = kindOf({ type });
  return JSON.stringify({
    secret,
    algorithm,
    ...(type !== standard.type && { type }),
    ...(digits !== usual.digits && { digits }),
    ...(period !== usual.period && { period }),
    ...(former.length > 0 && { former }),
  });
}

/** The secret in a sealed text. Throws if it is none. */
export function readSealedText(text: string): TokenSecret {
  const { secret, ...kind } = JSON.parse(text) as GivenKind & { secret: string };
  return { secret, ...kindOf(kind) };
}

/** A secret that the token had: the `valueId` that identified it, and a digest by which it is known again. */
export type FormerSecret = { readonly id: string | null; readonly digest: string };

/** The secrets that the token had before the one in a sealed text, the last one first. */
export const formerSecretsIn = (text: string): readonly FormerSecret[] =>
  (JSON.parse(text) as { former?: readonly FormerSecret[] }).former ?? [];

/** 128 bits, of the secret in canonical base32. It is only kept sealed. */
export const digestOf = (tokenId: string, secret: string): string =>
  hash("sha256", `${tokenId} ${secret}`, "base64url").slice(0, 22);

const unreadable = () => invalidField("secret", "is not a readable otpauth:// link");

function fromLink(text: string): ReadSecret {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw unreadable();
  }
  const { searchParams } = url;
  const written = url.hostname.toLowerCase();
  if (written !== "totp" && written !== "hotp" && written !== "steam")
    throw invalidField("secret", "must be an otpauth://totp/, otpauth://hotp/ or otpauth://steam/ link");
  // KeePassXC writes Steam's tokens like this.
  const type: TokenType = searchParams.get("encoder")?.toLowerCase() === "steam" ? "steam" : written;
  const secret = searchParams.get("secret");
  if (!secret) throw invalidField("secret", "the otpauth:// link contains no secret");
  const kind = kindOf(
    {
      type,
      algorithm: searchParams.get("algorithm") ?? undefined,
      // Steam’s codes have 5 letters, whatever a program writes.
      digits: type === "steam" ? undefined : numberIn(searchParams, "digits"),
      period: type === "hotp" ? undefined : numberIn(searchParams, "period"),
    },
    standard,
    () => "secret",
  );
  if (type !== "hotp") return { secret: canonicalSecret(secret), ...kind };
  const counter = numberIn(searchParams, "counter") ?? 0;
  if (!(counter <= counterMax))
    throw invalidField("secret", `the link’s counter must be a whole number of at most ${counterMax}`);
  return { secret: canonicalSecret(secret), ...kind, counter };
}

/** NaN, which every bound refuses, for what is not a whole number. */
function numberIn(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  return text === null ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
