import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { DeliveryFault } from "../contracts/webhooks";
import { signWebhook } from "../crypto/webhook-signature";
import { runtime } from "../runtime";
import type { Message } from "./message";
import { AddressRefused, anyLookup, hostOf, isPublicAddress, publicLookup } from "./public-addresses";
import type { Target } from "./target";

/** What came of an attempt: the response's status, or why there was none. */
export type Outcome = { status: number | null; fault: DeliveryFault | null; milliseconds: number };

export const isTaken = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** From the look-up of the name to the response's status (ms). */
const attemptMsMax = 10_000;

const usualLookup = publicLookup();

type Limits = {
  signal?: AbortSignal | undefined;
  lookup?: LookupFunction | undefined;
  milliseconds?: number;
};

/**
 * Sends a message once, signed for this attempt. It follows no redirect and reads nothing of the response but its status.
 * `lookup` resolves names. Never rejects.
 */
export function send(
  { url, secret }: Target,
  { id, body }: Message,
  { signal, lookup, milliseconds = attemptMsMax }: Limits = {},
): Promise<Outcome> {
  const began = performance.now();
  const privateAddresses = runtime().settings.WEBHOOK_PRIVATE_ADDRESSES;
  const { protocol, hostname } = new URL(url);
  const host = hostOf(hostname);
  const late = AbortSignal.timeout(milliseconds);
  return new Promise((resolve) => {
    const end = (outcome: Omit<Outcome, "milliseconds">) =>
      resolve({ ...outcome, milliseconds: Math.round(performance.now() - began) });
    if (!privateAddresses && (protocol !== "https:" || (isIP(host) !== 0 && !isPublicAddress(host))))
      return end({ status: null, fault: "address-refused" });
    const timestamp = Math.floor(Date.now() / 1000);
    const outgoing = (protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method: "POST",
      // A connection of its own: a kept one would skip the look-up.
      agent: false,
      lookup: lookup ?? (privateAddresses ? anyLookup : usualLookup),
      signal: signal ? AbortSignal.any([late, signal]) : late,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "Secrets-Vault-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signWebhook(secret, id, timestamp, body),
      },
    });
    outgoing.on("response", (incoming) => {
      end({ status: incoming.statusCode ?? 0, fault: null });
      incoming.destroy();
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      end({ status: null, fault: late.aborted ? "timed-out" : faultOf(error) }),
    );
    outgoing.end(body);
  });
}

function faultOf(error: NodeJS.ErrnoException): DeliveryFault {
  if (error instanceof AddressRefused) return "address-refused";
  const { code = "" } = error;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "name-unknown";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) return "certificate-refused";
  return "unreachable";
}
