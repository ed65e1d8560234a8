import { isMailOn } from "../auth/mail/mail-outbox";
import { storedInstant } from "../db/instants";
import { bound } from "../db/queries/query";
import { endMailLeases, listDueMails, listMailsAhead } from "../db/queries/maintenance/mail";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { queueWorker } from "../runtime/queue-worker";
import { deliver, dueTimes } from "./deliver";

/** How many e-mails a process sends at once. */
const atOnceMax = 5;

/** The ids of the next e-mails that are due: as many as are sent at once, and one more, which tells that others wait. */
export async function dueMails(now: number): Promise<string[]> {
  const { reads } = runtime();
  const { nowAt, aheadAt } = dueTimes(now);
  const limit = atOnceMax + 1;
  const ahead = await reads.all(listMailsAhead, { aheadAt, limit });
  return [...(await reads.all(listDueMails, { nowAt, limit })), ...ahead].map(({ id }) => id);
}

/** Sends what is due, and goes on at once while others wait. */
export const postman = () =>
  queueWorker({
    atOnceMax,
    endLeases: () => runtime().writes.run(bound(endMailLeases, { nowAt: storedInstant(new Date()) })),
    look: async ({ signal, isFull, begin }) => {
      if (isFull()) return;
      for (const id of await dueMails(Date.now())) begin(id, () => deliver(id, { now: Date.now, signal }));
    },
    report: (error) => log.error({ event: "mail-failed", error: loggableError(error) }),
  });

const worker = postman();

/** Sends e-mails from now on, if the operator has named a server for them. */
export function startMail(): void {
  if (isMailOn()) worker.start();
}

/** Resolves once nothing more is being sent. Attempts are cut off, and made again after the next start. */
export const stopMail = worker.stop;
