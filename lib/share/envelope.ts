import { fromBase64Url, toBase64Url } from "./base64url";
import { formatLinkKey, linkKeyBytes, parseLinkKey } from "./link-key";

/*
 * What a link that opens once holds, and the key after its #. The page, the dashboard and svc share this code; the
 * server has neither key nor passphrase and never runs it. docs/cryptography.md describes the form.
 */

/** UTF-8 bytes. */
export const sharedBytesMax = 256 * 1024;

/** RFC 7914; N is two to the power of `logN`. It makes 32 bytes. */
type Cost = { logN: number; r: number; p: number };
export type Scrypt = (passphrase: Uint8Array, salt: Uint8Array, cost: Cost) => Promise<Uint8Array>;

const cost: Cost = { logN: 16, r: 8, p: 2 };
/** More would keep a phone busy for as long as whoever made the link likes. */
const costMax: Cost = { logN: 17, r: 8, p: 4 };

const version = 1;
const withoutPassphrase = 0;
const byScrypt = 1;
const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16];
const paddedTo = 256;
const lengthBytes = 4;

type Envelope = {
  passphrase: { salt: Uint8Array; cost: Cost } | null;
  /** Everything before the ciphertext, which is authenticated with it. */
  head: Uint8Array<ArrayBuffer>;
  nonce: Uint8Array<ArrayBuffer>;
  body: Uint8Array<ArrayBuffer>;
};

/** `form`: this is not a ciphertext, or none that this release knows. `key`: another key or passphrase, or changed bytes. */
export class Unopenable extends Error {
  constructor(readonly reason: "form" | "key") {
    super(reason === "form" ? "The link's content has no form that is known here" : "The key or passphrase is wrong");
    this.name = "Unopenable";
  }
}

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

/** Encrypts a text of at most `sharedBytesMax` for a link. Throws RangeError for a longer one. */
export async function sealShared(
  text: string,
  passphrase: string | null,
  scrypt: Scrypt,
): Promise<{ ciphertext: string; key: string }> {
  const content = new TextEncoder().encode(text);
  if (content.length > sharedBytesMax) throw new RangeError("the text is longer than 256 KiB");
  const key = random(linkKeyBytes);
  const salt = random(saltBytes);
  const nonce = random(nonceBytes);
  const head = joined(
    passphrase === null
      ? Uint8Array.of(version, withoutPassphrase)
      : joined(Uint8Array.of(version, byScrypt, cost.logN, cost.r, cost.p), salt),
    nonce,
  );
  const aesKey = await derived(key, passphrase === null ? null : await scrypt(bytesOf(passphrase), salt, cost));
  const body = await crypto.subtle.encrypt(gcm(nonce, head), aesKey, padded(content));
  return { ciphertext: toBase64Url(joined(head, new Uint8Array(body))), key: formatLinkKey(key) };
}

/** Whether a passphrase is needed. Throws Unopenable. */
export const needsPassphrase = (ciphertext: string): boolean => parsed(ciphertext).passphrase !== null;

/** Whether a text is the whole key of a link, without a slip of the keyboard. */
export const isLinkKey = (key: string): boolean => parseLinkKey(key) !== null;

/** Decrypts what a link holds. Throws Unopenable. */
export async function openShared(
  ciphertext: string,
  key: string,
  passphrase: string | null,
  scrypt: Scrypt,
): Promise<string> {
  const { passphrase: by, head, nonce, body } = parsed(ciphertext);
  const linkKey = parseLinkKey(key);
  if (!linkKey || (by && passphrase === null)) throw new Unopenable("key");
  const more = by && passphrase !== null ? await scrypt(bytesOf(passphrase), by.salt, by.cost) : null;
  const aesKey = await derived(linkKey, more);
  const content = await crypto.subtle.decrypt(gcm(nonce, head), aesKey, body).catch(() => {
    throw new Unopenable("key");
  });
  return unpadded(new Uint8Array(content));
}

function parsed(ciphertext: string): Envelope {
  const bytes = fromBase64Url(ciphertext);
  const [of = 0, kind = -1, logN = 0, r = 0, p = 0] = bytes ?? [];
  if (!bytes || of !== version || (kind !== withoutPassphrase && kind !== byScrypt)) throw new Unopenable("form");
  const given: Cost = { logN, r, p };
  const nonceAt = kind === byScrypt ? 5 + saltBytes : 2;
  const bodyAt = nonceAt + nonceBytes;
  if (bytes.length < bodyAt + tagBytes || (kind === byScrypt && !isBearable(given))) throw new Unopenable("form");
  return {
    passphrase: kind === byScrypt ? { salt: bytes.slice(5, nonceAt), cost: given } : null,
    head: bytes.slice(0, bodyAt),
    nonce: bytes.slice(nonceAt, bodyAt),
    body: bytes.slice(bodyAt),
  };
}

const isBearable = (given: Cost): boolean =>
  (Object.keys(costMax) as (keyof Cost)[]).every((name) => given[name] >= 1 && given[name] <= costMax[name]);

/** The same letters, however a keyboard composes them. */
const bytesOf = (passphrase: string) => new TextEncoder().encode(passphrase.normalize("NFKC"));

async function derived(key: Uint8Array<ArrayBuffer>, more: Uint8Array | null): Promise<CryptoKey> {
  const input = await crypto.subtle.importKey("raw", more ? joined(key, more) : key, "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode("svc/v1/share") },
    input,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

const gcm = (iv: Uint8Array<ArrayBuffer>, additionalData: Uint8Array<ArrayBuffer>) => ({
  name: "AES-GCM",
  iv,
  additionalData,
});

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** With its length before it and zeros after it, so that the whole says little about the length. */
function padded(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil((lengthBytes + content.length) / paddedTo) * paddedTo);
  new DataView(whole.buffer).setUint32(0, content.length);
  whole.set(content, lengthBytes);
  return whole;
}

function unpadded(whole: Uint8Array<ArrayBuffer>): string {
  const length = whole.length < lengthBytes ? Infinity : new DataView(whole.buffer).getUint32(0);
  if (lengthBytes + length > whole.length) throw new Unopenable("form");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole.subarray(lengthBytes, lengthBytes + length));
}
