import { bound } from "../db/queries/query";
import { endLeases, listDueWebhooks } from "../db/queries/maintenance/webhooks";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { queueWorker } from "../runtime/queue-worker";
import { deliver, type DeliverOptions, type WebhookKey } from "./deliver";
import { dueTimes } from "./settle";

/** To how many webhooks a process sends at once: a slow one holds up no other. */
const atOnceMax = 20;
/** To how many of one vault: all of its slow ones together hold up no other vault's. */
const ofOneVaultMax = 4;

/** Sends to all webhooks that are due, in turns: after each look, the next one continues after whoever began last. */
export function deliverer(options: Pick<DeliverOptions, "turnMs"> = {}) {
  let last = "";
  return queueWorker({
    atOnceMax,
    ofOneOwnerMax: ofOneVaultMax,
    endLeases: () => runtime().writes.run(bound(endLeases, {})),
    look: async ({ signal, isFull, begin }) => {
      for (const start of new Set([last, ""]))
        for (let after: string | undefined = start; after !== undefined && !signal.aborted && !isFull();) {
          const due: WebhookKey[] = await runtime().reads.all(listDueWebhooks, {
            ...dueTimes(Date.now()),
            after,
            limit: atOnceMax,
          });
          for (const { id, userId } of due)
            if (begin(id, () => deliver({ id, userId }, { ...options, now: Date.now, signal }), userId)) last = id;
          after = due.length < atOnceMax ? undefined : due.at(-1)?.id;
        }
    },
    report: (error) => log.error({ event: "webhooks-failed", error: loggableError(error) }),
  });
}

const worker = deliverer();

/** Sends messages from now on. */
export const startDeliveries = worker.start;

/** Resolves once nothing more is being sent. Attempts are cut off, and made again after the next start. */
export const stopDeliveries = worker.stop;
