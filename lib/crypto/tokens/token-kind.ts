import type { HashAlgorithm } from "otplib";
import { invalidField } from "../../errors";

export type TokenType = "totp" | "hotp" | "steam";

/** How a token's codes are made. `period` is in seconds; null for codes that follow a counter. */
export type TokenKind = { type: TokenType; algorithm: HashAlgorithm; digits: number; period: number | null };

/** A token's secret in canonical base32, and how its codes are made. */
export type TokenSecret = TokenKind & { secret: string };

/** What a caller says of a token's kind; algorithms as the Key Uri Format writes them. */
export type GivenKind = {
  type?: TokenType | undefined;
  algorithm?: string | undefined;
  digits?: number | undefined;
  period?: number | null | undefined;
};

/** What nearly all services use, and what a secret means that says nothing else. */
export const standard = { type: "totp", algorithm: "sha1", digits: 6, period: 30 } as const satisfies TokenKind;

const usual: Record<TokenType, TokenKind> = {
  totp: standard,
  hotp: { ...standard, type: "hotp", period: null },
  steam: { ...standard, type: "steam", digits: 5 },
};

/**
 * The kind that is given; `standing` is kept where nothing is given, unless the type changes. Throws a 400 on the field
 * that `fieldOf` names for what no code can be made of.
 */
export function kindOf(
  given: GivenKind,
  standing: TokenKind = standard,
  fieldOf: (part: keyof TokenKind) => string = (part) => part,
): TokenKind {
  const type = given.type ?? standing.type;
  const base = type === standing.type ? standing : usual[type];
  const refuse = (part: keyof TokenKind, must: string) => {
    const field = fieldOf(part);
    return invalidField(field, field === part ? must : `the link’s ${part} ${must}`);
  };
  const algorithm = given.algorithm === undefined ? base.algorithm : hashNamed(given.algorithm);
  if (!algorithm) throw refuse("algorithm", "must be SHA1, SHA256 or SHA512");
  const digits = given.digits ?? base.digits;
  const period = given.period ?? base.period;
  if (type === "steam") {
    if (algorithm !== "sha1") throw refuse("algorithm", "must be SHA1 for Steam");
    if (digits !== usual.steam.digits) throw refuse("digits", "must be 5 for Steam");
    if (period !== usual.steam.period) throw refuse("period", "must be 30 for Steam");
  } else if (!isBetween(digits, 6, 8)) throw refuse("digits", "must be 6, 7 or 8");
  if (type === "hotp") return { type, algorithm, digits, period: null };
  if (!isBetween(period, 10, 120)) throw refuse("period", "must be 10 to 120 seconds");
  return { type, algorithm, digits, period };
}

const isBetween = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;

function hashNamed(text: string): HashAlgorithm | null {
  const name = text.toLowerCase().replace("-", "");
  return name === "sha1" || name === "sha256" || name === "sha512" ? name : null;
}

/** An algorithm as the Key Uri Format writes it. */
export const algorithmName = (algorithm: HashAlgorithm) => algorithm.toUpperCase() as Uppercase<HashAlgorithm>;
