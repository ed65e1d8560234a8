import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { type Identity, type Recipient, Stanza } from "age-encryption";

/*
 * How age seals a file's key by a passphrase (https://age-encryption.org/v1, "The scrypt recipient type"). The library does
 * it in one go, which takes seconds, and a page would freeze meanwhile: here the work is done in slices.
 */

const label = new TextEncoder().encode("age-encryption.org/v1/scrypt");
const saltLength = 16;
/** A file's key of 16 bytes, and a tag. A longer one could be made to fit several passphrases. */
const bodyLength = 32;
/** What age itself chooses: a second of a processor, and 256 MiB. */
const usualWork = 18;
/** A GiB. Whoever sends a file must not choose how long its reader works. */
const workMax = 20;
/** Between two looks at whatever else is to be done (ms). */
const sliceMs = 20;

/** A file asks for more work than any passphrase needs. */
export class TooMuchWork extends RangeError {
  override message = `it asks for too much work: 2^${workMax} is the most that is done for a passphrase`;
}

async function keyOf(passphrase: string, salt: Uint8Array, logN: number): Promise<Uint8Array> {
  const labelled = new Uint8Array([...label, ...salt]);
  return scryptAsync(passphrase, labelled, { N: 2 ** logN, r: 8, p: 1, dkLen: 32, asyncTick: sliceMs });
}

/** Each key is used once, so its nonce is zero. */
const cipher = (key: Uint8Array) => chacha20poly1305(key, new Uint8Array(12));

/** The one way to write bytes in a stanza: without padding. */
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replaceAll("=", "");

/** Seals a file's key by a passphrase. */
export const passphraseRecipient = (passphrase: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = crypto.getRandomValues(new Uint8Array(saltLength));
    const body = cipher(await keyOf(passphrase, salt, usualWork)).encrypt(fileKey);
    return [new Stanza(["scrypt", base64(salt), String(usualWork)], body)];
  },
});

/** Opens one. Throws TooMuchWork before it does any. */
export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza] = stanzas;
    if (!stanza || stanzas.every(({ args }) => args[0] !== "scrypt")) return null;
    const [, encoded = "", work = ""] = stanza.args;
    const logN = Number(work);
    // A passphrase stands alone: with a second way in, the file would not be from somebody who knows it.
    if (stanzas.length !== 1 || stanza.args.length !== 3 || String(logN) !== work || !(logN >= 1))
      throw new Error("invalid scrypt stanza");
    if (logN > workMax) throw new TooMuchWork();
    const salt = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    if (base64(salt) !== encoded || salt.length !== saltLength || stanza.body.length !== bodyLength)
      throw new Error("invalid scrypt stanza");
    const key = await keyOf(passphrase, salt, logN);
    try {
      return cipher(key).decrypt(stanza.body);
    } catch {
      return null;
    }
  },
});
