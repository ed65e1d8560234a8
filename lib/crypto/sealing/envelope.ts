import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import { hkdfMessageKey } from "./hkdf-message-key";
import type { MasterKey } from "./keyring";
import { xaesMessageKey } from "./xaes";

/**
 * A sealed value, byte by byte:
 *
 *     version 1 | key id 8 | random r | ciphertext n | tag 16
 *
 * AES-256-GCM (NIST SP 800-38D) under a key for this value only, which the version derives from the master key and the
 * random bytes. With a fresh key for every message there is no limit on messages per key, and a repeated nonce is harmless.
 */
export type Envelope = { version: EnvelopeVersion; keyId: string; random: Buffer; ciphertext: Buffer; tag: Buffer };

/** The key and the nonce of one message. */
type Message = { key: Buffer; nonce: Buffer };

type Form = { purpose: "seal" | "seal-xaes"; randomBytes: number; messageOf(key: KeyObject, random: Buffer): Message };

/**
 * 1: HKDF-SHA-256 (RFC 5869) with a salt of 16 bytes, then the nonce of 12.
 * 2: XAES-256-GCM (C2SP) with its nonce of 24. A value opens in half the time.
 */
const forms = {
  1: {
    purpose: "seal",
    randomBytes: 28,
    messageOf: (key, random) => ({ key: hkdfMessageKey(key, random.subarray(0, 16)), nonce: random.subarray(16) }),
  },
  2: {
    purpose: "seal-xaes",
    randomBytes: 24,
    messageOf: (key, random) => ({ key: xaesMessageKey(key, random.subarray(0, 12)), nonce: random.subarray(12) }),
  },
} as const satisfies Record<number, Form>;

export type EnvelopeVersion = keyof typeof forms;

/** What a new vault's values are sealed in. A former release's vault keeps its own until its values are re-encrypted. */
export const newestEnvelope: EnvelopeVersion = 2;

const keyIdBytes = 8;
const tagBytes = 16;
const randomAt = 1 + keyIdBytes;

export function encrypt(
  version: EnvelopeVersion,
  key: MasterKey,
  plaintext: Uint8Array,
  associatedData: Buffer,
): Buffer {
  const form = forms[version];
  const random = randomBytes(form.randomBytes);
  const message = form.messageOf(key.derive(form.purpose), random);
  const cipher = createCipheriv("aes-256-gcm", message.key, message.nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(version), Buffer.from(key.id, "hex"), random, ciphertext, cipher.getAuthTag()]);
}

/** Throws if the key, the associated data or any byte differs from what was sealed. */
export function decrypt(key: MasterKey, envelope: Envelope, associatedData: Buffer): Buffer {
  const form = forms[envelope.version];
  const message = form.messageOf(key.derive(form.purpose), envelope.random);
  const decipher = createDecipheriv("aes-256-gcm", message.key, message.nonce, { authTagLength: tagBytes });
  decipher.setAAD(associatedData);
  decipher.setAuthTag(envelope.tag);
  const plaintext = decipher.update(envelope.ciphertext);
  // Throws if the tag does not match. In GCM, `final` returns no further bytes.
  decipher.final();
  return plaintext;
}

const isVersion = (byte: number | undefined): byte is EnvelopeVersion => byte !== undefined && byte in forms;

/** Splits a sealed value into its parts without opening it. Throws RangeError if it can't be a sealed value. */
export function readEnvelope(sealed: Uint8Array): Envelope {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const version = bytes[0];
  if (!isVersion(version)) throw new RangeError("sealed value of an unknown version");
  const ciphertextAt = randomAt + forms[version].randomBytes;
  if (bytes.length < ciphertextAt + tagBytes) throw new RangeError("sealed value too short");
  return {
    version,
    keyId: bytes.toString("hex", 1, randomAt),
    random: bytes.subarray(randomAt, ciphertextAt),
    ciphertext: bytes.subarray(ciphertextAt, bytes.length - tagBytes),
    tag: bytes.subarray(bytes.length - tagBytes),
  };
}
