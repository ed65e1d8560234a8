import { storedInstant } from "../db/instants";
import { bound } from "../db/queries/query";
import { endLeases, listDueWebhooks } from "../db/queries/upkeep/webhooks";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { queueWorker } from "../runtime/queue-worker";
import { deliver } from "./deliver";

/** To how many webhooks a process sends at once: a slow one holds up no other. */
const atOnceMax = 20;

const worker = queueWorker({
  atOnceMax,
  endLeases: () => runtime().writes.run(bound(endLeases, {})),
  look: async ({ signal, isFull, begin }) => {
    for (let after: string | undefined = ""; after !== undefined && !signal.aborted;) {
      const given: Parameters<typeof listDueWebhooks.bind>[0] = {
        after,
        nowAt: storedInstant(new Date()),
        limit: atOnceMax,
      };
      const due = await runtime().reads.all(listDueWebhooks, given);
      for (const { id, userId } of due) begin(id, () => deliver({ id, userId }, { now: Date.now, signal }));
      after = due.length < atOnceMax || isFull() ? undefined : due.at(-1)?.id;
    }
  },
  report: (error) => log.error({ event: "webhooks-failed", error: loggableError(error) }),
});

/** Sends messages from now on. */
export const startDeliveries = worker.start;

/** Resolves once nothing more is being sent. Attempts are cut off, and made again after the next start. */
export const stopDeliveries = worker.stop;
