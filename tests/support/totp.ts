import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Canonical base32 (RFC 4648) to bytes. Leftover bits are dropped. */
export function base32Bytes(letters: string): Buffer {
  const bits = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * RFC 6238 with node:crypto only, to check the product's library against something else: the output of `oathtool
 * --totp=<hash> -b <secret>` at a second since the epoch, and how long it is valid.
 */
export function expectedCode(
  secret: string,
  second: number,
  hash: "sha1" | "sha256" | "sha512" = "sha1",
): { code: string; remainingSeconds: number } {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(second / 30)));
  const digest = createHmac(hash, base32Bytes(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const code = String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
  return { code, remainingSeconds: 30 - (second % 30) };
}
