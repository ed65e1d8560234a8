import type { LookupFunction } from "node:net";
import type { DeliveryFault } from "../contracts/access/webhooks";
import { signWebhook } from "../crypto/macs/webhook-signature";
import type { Reach } from "../outbound/public-addresses";
import { OutboundError, sendOutbound } from "../outbound/request";
import { runtime } from "../runtime";
import type { Message } from "./message";
import type { Target } from "./target";

/** What came of an attempt: the response's status, or why there was none. */
export type Outcome = { status: number | null; fault: DeliveryFault | null; milliseconds: number };

export const isTaken = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** From the look-up of the name to the response's status (ms). */
const attemptMsMax = 10_000;

type Limits = {
  signal?: AbortSignal | undefined;
  lookup?: LookupFunction | undefined;
  milliseconds?: number;
};

/** As far as the operator's setting lets webhooks lead. */
export const webhookReach = (): Reach => (runtime().settings.WEBHOOK_PRIVATE_ADDRESSES ? "anywhere" : "public");

/**
 * Sends a message once, signed for this attempt. It follows no redirect and reads nothing of the response but its status.
 * `lookup` resolves names. Never rejects.
 */
export async function send(
  { url, secret }: Target,
  { id, body }: Message,
  { signal, lookup, milliseconds = attemptMsMax }: Limits = {},
): Promise<Outcome> {
  const began = performance.now();
  const timestamp = Math.floor(Date.now() / 1000);
  const ended = (outcome: Omit<Outcome, "milliseconds">): Outcome => ({
    ...outcome,
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    const { status } = await sendOutbound(new URL(url), {
      method: "POST",
      reach: webhookReach(),
      lookup,
      signal,
      milliseconds,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "Secrets-Vault-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signWebhook(secret, id, timestamp, body),
      },
      body,
    });
    return ended({ status, fault: null });
  } catch (error) {
    const fault = error instanceof OutboundError ? error.fault : "unreachable";
    // No body is read, so none can be too long.
    return ended({ status: null, fault: fault === "too-long" ? "unreachable" : fault });
  }
}
