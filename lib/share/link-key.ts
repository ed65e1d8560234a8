import { fromBase64Url, toBase64Url } from "./base64url";
import { crc32 } from "./crc32";

/*
 * The key after the # of a link that opens once, with a check value: a key that was mistyped must not cost the only
 * view. It needs no cryptography, since nobody but the reader sees either.
 */

export const linkKeyBytes = 32;
const checkBytes = 4;

/** What follows the #: base64url of 32 bytes and their check value. */
export function formatLinkKey(key: Uint8Array): string {
  const whole = new Uint8Array(linkKeyBytes + checkBytes);
  whole.set(key);
  new DataView(whole.buffer).setUint32(linkKeyBytes, crc32(key));
  return toBase64Url(whole);
}

/**
 * The text without the punctuation and spaces that an e-mail or chat put after the link, as they are or percent-encoded
 * by a browser. Letters after them are not taken for those: they may be the rest of a key with a slip in it.
 */
function withoutPunctuation(text: string): string {
  const key = /^[\w-]*/.exec(text)?.[0] ?? "";
  return /[\w-]/.test(text.slice(key.length).replace(/%[0-9a-f]{2}/gi, "")) ? text : key;
}

/**
 * The key of a link, whatever punctuation follows it; null if it is cut off or mistyped. Links that were made before
 * 25 November 2026 have no check value.
 */
export function parseLinkKey(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = fromBase64Url(withoutPunctuation(text));
  if (bytes?.length !== linkKeyBytes && bytes?.length !== linkKeyBytes + checkBytes) return null;
  const key = bytes.slice(0, linkKeyBytes);
  return bytes.length === linkKeyBytes || new DataView(bytes.buffer).getUint32(linkKeyBytes) === crc32(key)
    ? key
    : null;
}
