import type { LookupFunction } from "node:net";
import { storedInstant } from "../db/instants";
import { listChain } from "../db/queries/activity/activity-chain";
import { bound } from "../db/queries/query";
import { findDelivery, findLeasedWebhook, leaseWebhook, releaseWebhook } from "../db/queries/maintenance/webhooks";
import { newRowId } from "../db/row-id";
import type { RowOf } from "../db/sql";
import { runtime } from "../runtime";
import { isTold, messageOf } from "./message";
import { isTaken, send } from "./send";
import { dueTimes, type Failures, type Lease, leaseMs, noFailures, notTaken, putOff, taken } from "./settle";
import { openTarget, type Target } from "./target";

/*
 * Sends a webhook what it is still to be told, in order. The activity is the outbox: a change's record is written in the
 * change's transaction, records are numbered without gaps, and the webhook's position says which of them were dealt with.
 * What became of a message is written with the new position after the response: whoever is killed in between sends the
 * message again under the same id.
 */

const recordsAtOnce = 100;

/** How long a webhook is sent to before it is another's turn (ms). What is being sent then is waited for. */
const turnMsMax = 5_000;

export type WebhookKey = { id: string; userId: string };
export type DeliverOptions = { now: () => number; turnMs?: number; signal?: AbortSignal; lookup?: LookupFunction };

/**
 * Sends until nothing is left, its turn is over, something is not taken, or the signal comes. Another process may have
 * been faster.
 */
export async function deliver({ id, userId }: WebhookKey, options: DeliverOptions): Promise<void> {
  const { writes } = runtime();
  const lease: Lease = { id, userId, leaseId: newRowId() };
  const now = options.now();
  const given = { ...lease, ...dueTimes(now), untilAt: storedInstant(new Date(now + leaseMs)) };
  if (!(await writes.run(bound(leaseWebhook, given)))) return;
  const number = await deliverLeased(lease, options);
  if (number !== null) await writes.run(bound(releaseWebhook, { ...lease, number }));
}

/** Returns the number of the last record that was dealt with; null if the webhook is no longer this process's. */
async function deliverLeased(lease: Lease, options: DeliverOptions): Promise<number | null> {
  const { reads } = runtime();
  const began = performance.now();
  const webhook = await reads.get(findLeasedWebhook, lease);
  if (!webhook) return null;
  const target = openTarget(webhook);
  let number = Number(webhook.position);
  let failures: Failures = { attempts: Number(webhook.attempts), since: webhook.failingSince };
  if (!target) return (await putOff(lease, failures, options.now())) ? number : null;
  for (;;) {
    const records = await reads.all(listChain, { userId: lease.userId, afterNumber: number, limit: recordsAtOnce });
    for (const record of records) {
      if (options.signal?.aborted) return number;
      if (isTold(target.events, record.action)) {
        const ended = await deliverOne(lease, target, record, failures, options);
        if (ended === "lost") return null;
        if (ended === "not-taken") return number;
        failures = noFailures;
      }
      number = Number(record.number);
      if (performance.now() - began >= (options.turnMs ?? turnMsMax)) return number;
    }
    if (records.length < recordsAtOnce) return number;
  }
}

async function deliverOne(
  lease: Lease,
  target: Target,
  record: RowOf<typeof listChain>,
  failures: Failures,
  { now, signal, lookup }: DeliverOptions,
): Promise<"taken" | "not-taken" | "lost"> {
  const attempt = { message: await messageOf(record), number: Number(record.number) };
  const given = { userId: lease.userId, webhookId: lease.id, number: attempt.number };
  // Somebody may have sent it again by hand.
  const isDone = (await runtime().reads.get(findDelivery, given))?.state === "delivered";
  const outcome = isDone ? null : await send(target, attempt.message, { signal, lookup });
  if (!outcome || isTaken(outcome)) return (await taken(lease, attempt, outcome, now())) ? "taken" : "lost";
  // Cut off by a stop: it is sent again after the start.
  if (signal?.aborted && outcome.status === null) return "not-taken";
  return (await notTaken(lease, target, attempt, outcome, failures, now())) ? "not-taken" : "lost";
}
