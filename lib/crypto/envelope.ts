import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from "node:crypto";

/**
 * A sealed value, byte by byte:
 *
 *     version 1 | key id 8 | salt 16 | nonce 12 | ciphertext n | tag 16
 *
 * AES-256-GCM (NIST SP 800-38D) under a key for this value only: HKDF-SHA-256 (RFC 5869) of the purpose key with the
 * random salt. With a fresh key for every message there is no limit on messages per key, and a repeated nonce is harmless.
 */
export type Envelope = { keyId: string; salt: Buffer; nonce: Buffer; ciphertext: Buffer; tag: Buffer };

export const envelopeVersion = 1;
const keyIdBytes = 8;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes + saltBytes + nonceBytes;

/** How much longer a sealed value is than what was encrypted. */
export const overheadBytes = headerBytes + tagBytes;

export function encrypt(purposeKey: KeyObject, keyId: string, plaintext: Uint8Array, associatedData: Buffer): Buffer {
  const random = randomBytes(saltBytes + nonceBytes);
  const salt = random.subarray(0, saltBytes);
  const nonce = random.subarray(saltBytes);
  const cipher = createCipheriv("aes-256-gcm", messageKey(purposeKey, salt), nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([
    Buffer.of(envelopeVersion),
    Buffer.from(keyId, "hex"),
    random,
    ciphertext,
    cipher.getAuthTag(),
  ]);
}

/** Throws if the key, the associated data or any byte differs from what was sealed. */
export function decrypt(purposeKey: KeyObject, envelope: Envelope, associatedData: Buffer): Buffer {
  const key = messageKey(purposeKey, envelope.salt);
  const decipher = createDecipheriv("aes-256-gcm", key, envelope.nonce, { authTagLength: tagBytes });
  decipher.setAAD(associatedData);
  decipher.setAuthTag(envelope.tag);
  const plaintext = decipher.update(envelope.ciphertext);
  // Throws if the tag does not match. In GCM, `final` returns no further bytes.
  decipher.final();
  return plaintext;
}

/** Splits a sealed value into its parts without opening it. Throws RangeError if it can't be a sealed value. */
export function readEnvelope(sealed: Uint8Array): Envelope {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < headerBytes + tagBytes) throw new RangeError("sealed value too short");
  if (bytes[0] !== envelopeVersion) throw new RangeError("sealed value of an unknown version");
  const salt = 1 + keyIdBytes;
  return {
    keyId: bytes.toString("hex", 1, salt),
    salt: bytes.subarray(salt, salt + saltBytes),
    nonce: bytes.subarray(salt + saltBytes, headerBytes),
    ciphertext: bytes.subarray(headerBytes, bytes.length - tagBytes),
    tag: bytes.subarray(bytes.length - tagBytes),
  };
}

/** The label, and the number of the only block. */
const messageInfo = Buffer.from("svc/v1/message\u0001", "latin1");

/**
 * HKDF-SHA-256 of 32 bytes by its two HMACs (RFC 5869, 2.2 and 2.3): for so little, `hkdfSync` takes nearly twice as long,
 * a fifth of what opening a value does.
 */
function messageKey(purposeKey: KeyObject, salt: Buffer): Buffer {
  const extracted = createHmac("sha256", salt).update(bytesOf(purposeKey)).digest();
  return createHmac("sha256", extracted).update(messageInfo).digest();
}

/** One copy for each key: a copy for each message would leave thousands of them in memory. */
const exported = new WeakMap<KeyObject, Buffer>();

function bytesOf(key: KeyObject): Buffer {
  const known = exported.get(key);
  if (known) return known;
  const bytes = key.export();
  exported.set(key, bytes);
  return bytes;
}
