import { isMailOn } from "../auth/mail/mail-outbox";
import { storedInstant } from "../db/instants";
import { bound } from "../db/queries/query";
import { endMailLeases, listDueMails } from "../db/queries/upkeep/mail";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { queueWorker } from "../runtime/queue-worker";
import { deliver } from "./deliver";

/** How many mails a process sends at once. */
const atOnceMax = 5;

const worker = queueWorker({
  atOnceMax,
  endLeases: () => runtime().writes.run(bound(endMailLeases, { nowAt: storedInstant(new Date()) })),
  look: async ({ signal, begin }) => {
    const given = { nowAt: storedInstant(new Date()), limit: atOnceMax };
    for (const { id } of await runtime().reads.all(listDueMails, given))
      begin(id, () => deliver(id, { now: Date.now, signal }));
  },
  report: (error) => log.error({ event: "mail-failed", error: loggableError(error) }),
});

/** Sends mails from now on, if the operator has named a server for them. */
export function startMail(): void {
  if (isMailOn()) worker.start();
}

/** Resolves once nothing more is being sent. Attempts are cut off, and made again after the next start. */
export const stopMail = worker.stop;
