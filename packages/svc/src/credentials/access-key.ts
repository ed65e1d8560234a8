import { crc32 } from "../../../../lib/share/crc32";

/** An access key within a text: `svc_` and 43 base64url characters. */
export const accessKeyPattern = /svc_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g;

/** Whether a text is an access key with the right checksum: the last 4 of its 32 bytes are the CRC-32 of the others. */
export function isAccessKey(text: string): boolean {
  if (!/^svc_[A-Za-z0-9_-]{43}$/.test(text)) return false;
  const bytes = Buffer.from(text.slice(4), "base64url");
  return bytes.toString("base64url") === text.slice(4) && crc32(bytes.subarray(0, 28)) === bytes.readUInt32BE(28);
}
