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

/** The key of a link; null if it is cut off or mistyped. Links that were made before 25 November 2026 have no check value. */
export function parseLinkKey(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = fromBase64Url(text);
  if (bytes?.length !== linkKeyBytes && bytes?.length !== linkKeyBytes + checkBytes) return null;
  const key = bytes.slice(0, linkKeyBytes);
  return bytes.length === linkKeyBytes || new DataView(bytes.buffer).getUint32(linkKeyBytes) === crc32(key)
    ? key
    : null;
}
