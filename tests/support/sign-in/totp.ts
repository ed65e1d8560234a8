import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Canonical base32 (RFC 4648) to bytes. Leftover bits are dropped. */
export function base32Bytes(letters: string): Buffer {
  const bits = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

type Hash = "sha1" | "sha256" | "sha512";

/** RFC 4226 with node:crypto only: the output of `oathtool -c <counter> -b <secret>`. */
export function expectedHotp(secret: string, counter: number, { hash = "sha1" as Hash, digits = 6 } = {}): string {
  const text = Buffer.alloc(8);
  text.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac(hash, base32Bytes(secret)).update(text).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/**
 * RFC 6238 with node:crypto only, to check the product's library against something else: the output of `oathtool
 * --totp=<hash> -b <secret>` at a second since the epoch, and how long it is valid.
 */
export function expectedCode(
  secret: string,
  second: number,
  hash: Hash = "sha1",
  { digits = 6, period = 30 } = {},
): { code: string; remainingSeconds: number } {
  const code = expectedHotp(secret, Math.floor(second / period), { hash, digits });
  return { code, remainingSeconds: period - (second % period) };
}
