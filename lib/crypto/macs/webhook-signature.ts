import { createHmac, randomBytes } from "node:crypto";

/** How a secret is written: Standard Webhooks 1.0, "Signature scheme". */
const prefix = "whsec_";
/** The specification asks for 24 to 64. */
const secretBytes = 32;

export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString("base64");

/**
 * The header `webhook-signature` of a message (Standard Webhooks 1.0): HMAC-SHA-256 of its id, the time of the attempt
 * (seconds since the epoch) and its body.
 */
export const signWebhook = (secret: string, id: string, timestamp: number, body: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
};
