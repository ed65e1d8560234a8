import { randomBytes, timingSafeEqual } from "node:crypto";
import { NodeCryptoPlugin } from "@otplib/plugin-crypto-node";
import { generateSync } from "@otplib/totp";
import { generateSync as generateAny, type HashAlgorithm } from "otplib";
import { base32, guardrails } from "./base32";
import { standard, type TokenSecret } from "./token-kind";

/** A secret in canonical base32 and the HMAC's hash, for codes of 6 digits and 30 seconds. */
export type TotpSecret = { secret: string; algorithm: HashAlgorithm };

// OpenSSL's HMAC. otplib's default is written in JavaScript and takes several times as long.
const crypto = new NodeCryptoPlugin();
const common = { guardrails, crypto, base32 };

/** The RFC 6238 code for `at` (ms since the epoch), with the secret's HMAC; 30-second steps and 6 digits unless given. */
export function totpCode(
  { secret, algorithm, digits = standard.digits, period }: TotpSecret & { digits?: number; period?: number | null },
  at: number,
): { code: string; remainingSeconds: number } {
  return timed(period, at, (epoch, seconds) =>
    generateSync({ secret, algorithm, epoch, digits, period: seconds, ...common }),
  );
}

/** The RFC 4226 code of a counter. */
export const hotpCode = ({ secret, algorithm, digits }: TokenSecret, counter: number): string =>
  generateAny({ strategy: "hotp", secret, algorithm, counter, digits, ...common });

const steamLetters = "23456789BCDFGHJKMNPQRTVWXY";

/**
 * Steam Guard's code for `at`: RFC 6238 with SHA-1 and 30 seconds, where the number is written in Steam's 26 letters,
 * the lowest first.
 */
const steamCode = ({ secret, digits, period }: TokenSecret, at: number) =>
  timed(period, at, (epoch, seconds) =>
    generateSync({
      secret,
      algorithm: "sha1",
      epoch,
      period: seconds,
      ...common,
      hooks: {
        encodeToken: (number) =>
          Array.from({ length: digits }, (_, place) =>
            steamLetters.charAt(Math.floor(number / steamLetters.length ** place) % steamLetters.length),
          ).join(""),
      },
    }),
  );

/** The code of a token that follows the clock. Throws RangeError for one that follows a counter. */
export function timedCode(token: TokenSecret, at: number): { code: string; remainingSeconds: number } {
  if (token.type === "hotp") throw new RangeError("a counter-based token has no code of a time");
  return token.type === "steam" ? steamCode(token, at) : totpCode(token, at);
}

function timed(
  period: number | null | undefined,
  at: number,
  generate: (epoch: number, period: number) => string,
): { code: string; remainingSeconds: number } {
  const seconds = period ?? standard.period;
  const epoch = Math.floor(at / 1000);
  return { code: generate(epoch, seconds), remainingSeconds: seconds - (epoch % seconds) };
}

/** 160 random bits (RFC 4226, 4) in base32. */
export const newTotpSecret = (): string => base32.encode(randomBytes(20), { padding: false });

/** An `otpauth://` link (Key Uri Format) that authenticator apps read from a QR code. */
export const totpUri = ({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${new URLSearchParams({ secret, issuer })}`;

/**
 * The time step (seconds since the epoch / 30) that a code belongs to: the current one, or one before or after it for a
 * clock that is off (RFC 6238, 5.2). Null if it belongs to none. All three are always compared.
 */
export function matchTotpStep(token: TotpSecret, code: string, at: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Math.floor(at / 1000 / standard.period);
  const matching = [now - 1, now, now + 1].filter((step) =>
    timingSafeEqual(Buffer.from(totpCode(token, step * standard.period * 1000).code), Buffer.from(code)),
  );
  return matching[0] ?? null;
}
