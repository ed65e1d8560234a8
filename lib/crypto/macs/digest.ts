import { createHash } from "node:crypto";

/** SHA-256 of public bytes in base64url, shortened to 128 bits. It distinguishes versions of a text. */
export const digest = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
/** SHA-256 of a text's UTF-8 bytes, in hex. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
