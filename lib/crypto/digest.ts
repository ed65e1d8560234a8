import { createHash } from "node:crypto";

/** SHA-256 of public bytes in base64url, cut to 128 bits: to tell one version of a text from another. */
export const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
