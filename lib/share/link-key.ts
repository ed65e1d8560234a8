import { fromBase64Url, toBase64Url } from "./base64url";

/*
 * The key behind the # of a link that opens once, with a check value: a key that was mistyped must not cost the only
 * view. It needs no cryptography, since nobody but the reader sees either.
 */

export const linkKeyBytes = 32;
const checkBytes = 4;

/** CRC-32 (ISO/IEC 3309, as in zip files). It finds every change of up to 32 bits in a row, so that of up to five characters. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** What stands behind the #: base64url of 32 bytes and their check value. */
export function formatLinkKey(key: Uint8Array): string {
  const whole = new Uint8Array(linkKeyBytes + checkBytes);
  whole.set(key);
  new DataView(whole.buffer).setUint32(linkKeyBytes, crc32(key));
  return toBase64Url(whole);
}

/**
 * The text without the punctuation and spaces that a mail or chat put behind the link, as they stand there or percent-encoded
 * by a browser. Letters behind them are not taken for those: they may be the rest of a key with a slip in it.
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
