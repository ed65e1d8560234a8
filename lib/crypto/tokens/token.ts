import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * `svc_` and 43 base64url characters: 28 random bytes (224 bits) and their CRC-32, so that a typo is found without a
 * look-up.
 */
const accessKeyPrefix = "svc_";
const secretBytes = 28;
const checksumBytes = 4;
// 43 characters hold 258 bits. The last two are zero, so that each key has exactly one spelling.
const shape = /^svc_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

export function newAccessKey(): string {
  const bytes = Buffer.alloc(secretBytes + checksumBytes);
  randomBytes(secretBytes).copy(bytes);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, secretBytes)), secretBytes);
  return accessKeyPrefix + bytes.toString("base64url");
}

/** Whether a text has the form and checksum of an access key. Does not tell whether the key exists. */
export function isAccessKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const bytes = Buffer.from(text.slice(accessKeyPrefix.length), "base64url");
  return crc32(bytes.subarray(0, secretBytes)) === bytes.readUInt32BE(secretBytes);
}

/** Identifies a key in lists and logs: the prefix and 6 characters (36 bits), far too few to guess the rest. */
export const keyPrefixOf = (key: string): string => key.slice(0, accessKeyPrefix.length + 6);

/** SHA-256 in hex. That is enough for 224 random bits; a slow hash would only slow down every request. */
export const hashToken = (token: string): string => hash("sha256", token, "hex");

/** 256 random bits in base64url, for a session or the link of an invitation. */
export const newRandomToken = (): string => randomBytes(32).toString("base64url");

/**
 * 128 random bits in base64url, for the address of a link that opens once. Drawn again if it begins with "-": a command
 * line would take it for an option.
 */
export function newLinkId(): string {
  const id = randomBytes(16).toString("base64url");
  return id.startsWith("-") ? newLinkId() : id;
}

/**
 * What names a link where people other than its creator read, such as in the activity: a UUID (version 8, RFC 9562) of the
 * SHA-256 of its id. It opens nothing.
 */
export function publicNameOfLink(id: string): string {
  const bytes = createHash("sha256").update(id).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Compares two texts in a time that does not reveal how much of them is equal. */
export const isSameSecret = (left: string, right: string): boolean =>
  timingSafeEqual(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest());

/**
 * HMAC-SHA-256 in hex, for texts that could be guessed: without the secret nobody can tell which text a hash stands
 * for.
 */
export const keyedHash = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

const recoveryAlphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** 140 random bits as seven groups of four letters and digits, easy to read from paper. */
export const newRecoveryCode = (): string =>
  (
    Array.from(randomBytes(28), (byte) => recoveryAlphabet[byte & 31])
      .join("")
      .match(/.{4}/g) ?? []
  ).join("-");

/**
 * The hash of a recovery code, however it was typed. 140 random bits need no slow hash (112 are enough, NIST SP
 * 800-63B-4, 3.1.2).
 */
export const hashRecoveryCode = (code: string): string => hashToken(code.replace(/[\s-]/g, "").toLowerCase());

/** 144 random bits in base64url, for a password that is typed once and then changed. */
export const newTemporaryPassword = (): string => randomBytes(18).toString("base64url");
