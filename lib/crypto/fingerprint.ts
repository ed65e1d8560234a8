import { createHmac, createSecretKey, randomBytes } from "node:crypto";

/** Known to this process alone, and gone with it: nobody can compare its fingerprints with anything else. */
const key = createSecretKey(randomBytes(32));

/**
 * The same number for the same text, in this process. Of two different texts it is the same once in 2⁵² times. It is
 * never stored, and never leaves the process.
 */
export function fingerprint(text: string): number {
  const mac = createHmac("sha256", key).update(text, "utf8").digest();
  // 52 bits: a whole number that takes no more room than any other.
  return mac.readUInt32BE(0) * 2 ** 20 + (mac.readUInt32BE(4) >>> 12);
}
