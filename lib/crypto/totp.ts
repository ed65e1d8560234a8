import { randomBytes, timingSafeEqual } from "node:crypto";
import { NodeCryptoPlugin } from "@otplib/plugin-crypto-node";
import { generateSync } from "@otplib/totp";
import { createGuardrails, type HashAlgorithm, ScureBase32Plugin } from "otplib";
import { invalidField } from "../errors";

/** A TOTP secret as stored: canonical base32 and the HMAC's hash. It always means 6 digits and 30-second steps. */
export type TotpSecret = { secret: string; algorithm: HashAlgorithm };

export const periodSeconds = 30;
const secretBytesMin = 5;
const secretBytesMax = 256;
// RFC 4226 requires 16 bytes, but many services use 10, and a vault can't choose their secrets.
const guardrails = createGuardrails({ MIN_SECRET_BYTES: secretBytesMin, MAX_SECRET_BYTES: secretBytesMax });
const base32 = new ScureBase32Plugin();
// OpenSSL's HMAC. otplib's default is written in JavaScript and takes several times as long.
const crypto = new NodeCryptoPlugin();

/**
 * Reads base32 (spaces, dashes, lower case and padding are accepted) or an `otpauth://totp/` link (Key Uri Format).
 * Throws a 400 that says what is wrong and never contains the secret.
 */
export function parseTotpSecret(text: string): TotpSecret {
  return /^\s*otpauth:/i.test(text) ? fromUri(text.trim()) : { secret: canonical(text), algorithm: "sha1" };
}

/** The RFC 6238 code for `at` (ms since the epoch), with the secret's HMAC, 30-second steps and 6 digits. */
export function totpCode(token: TotpSecret, at: number): { code: string; remainingSeconds: number } {
  const epoch = Math.floor(at / 1000);
  const code = generateSync({
    secret: token.secret,
    algorithm: token.algorithm,
    epoch,
    digits: 6,
    period: periodSeconds,
    guardrails,
    crypto,
    base32,
  });
  return { code, remainingSeconds: periodSeconds - (epoch % periodSeconds) };
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
  const now = Math.floor(at / 1000 / periodSeconds);
  const matching = [now - 1, now, now + 1].filter((step) =>
    timingSafeEqual(Buffer.from(totpCode(token, step * periodSeconds * 1000).code), Buffer.from(code)),
  );
  return matching[0] ?? null;
}

function canonical(text: string): string {
  const written = text.replace(/[\s-]/g, "").replace(/=+$/, "");
  // Checked before toUpperCase, which turns ı, ſ and ß into base32 letters.
  if (!/^[A-Za-z2-7]+$/.test(written))
    throw invalidField("secret", "must be base32 (the letters A–Z and the digits 2–7) or an otpauth://totp/ link");
  const letters = written.toUpperCase();
  const bytes = Math.floor((letters.length * 5) / 8);
  if ([1, 3, 6].includes(letters.length % 8))
    throw invalidField("secret", "is not whole: a base32 character is missing or too many");
  if (bytes < secretBytesMin)
    throw invalidField("secret", "is too short for a TOTP secret: expected at least 8 base32 characters");
  if (bytes > secretBytesMax)
    throw invalidField("secret", `is too long for a TOTP secret: at most ${secretBytesMax} bytes`);
  return base32.encode(lenientBytes(letters), { padding: false });
}

/** Some services issue secrets whose unused last bits are not zero. Strict decoders refuse these. */
function lenientBytes(letters: string): Uint8Array {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of letters) {
    held = ((held << 5) | alphabet.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits >= 8 && at < bytes.length) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}

function fromUri(text: string): TotpSecret {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalidField("secret", "is not a readable otpauth:// link");
  }
  if (url.hostname.toLowerCase() !== "totp")
    throw invalidField("secret", "only otpauth://totp/ links are supported: counter-based tokens (hotp) are not");
  const { searchParams } = url;
  if ((searchParams.get("digits") ?? "6") !== "6") throw invalidField("secret", "only codes of 6 digits are supported");
  if ((searchParams.get("period") ?? "30") !== "30")
    throw invalidField("secret", "only codes with a period of 30 seconds are supported");
  const algorithm = (searchParams.get("algorithm") ?? "SHA1").toLowerCase().replace("-", "");
  if (algorithm !== "sha1" && algorithm !== "sha256" && algorithm !== "sha512")
    throw invalidField("secret", "the algorithm must be SHA1, SHA256 or SHA512");
  const secret = searchParams.get("secret");
  if (!secret) throw invalidField("secret", "the otpauth:// link holds no secret");
  return { secret: canonical(secret), algorithm };
}
