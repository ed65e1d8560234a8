import { createGuardrails, ScureBase32Plugin } from "otplib";
import { invalidField } from "../../errors";

const secretBytesMin = 5;
const secretBytesMax = 256;
// RFC 4226 requires 16 bytes, but many services use 10, and a vault can't choose their secrets.
export const guardrails = createGuardrails({ MIN_SECRET_BYTES: secretBytesMin, MAX_SECRET_BYTES: secretBytesMax });
export const base32 = new ScureBase32Plugin();

/**
 * Canonical base32 of a secret. Spaces, dashes, lower case and padding are accepted. Throws a 400 that says what is wrong
 * and never contains the secret.
 */
export function canonicalSecret(text: string): string {
  const written = text.replace(/[\s-]/g, "").replace(/=+$/, "");
  // Checked before toUpperCase, which turns ı, ſ and ß into base32 letters.
  if (!/^[A-Za-z2-7]+$/.test(written))
    throw invalidField("secret", "must be base32 (the letters A–Z and the digits 2–7) or an otpauth:// link");
  const letters = written.toUpperCase();
  const bytes = Math.floor((letters.length * 5) / 8);
  if ([1, 3, 6].includes(letters.length % 8))
    throw invalidField("secret", "has the wrong length: a base32 character is missing, or there are too many");
  if (bytes < secretBytesMin)
    throw invalidField("secret", "is too short for a two-factor secret: expected at least 8 base32 characters");
  if (bytes > secretBytesMax)
    throw invalidField("secret", `is too long for a two-factor secret: at most ${secretBytesMax} bytes`);
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
