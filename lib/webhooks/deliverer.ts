import { storedInstant } from "../db/instant";
import { bound } from "../db/queries/query";
import { endLeases, listDueWebhooks } from "../db/queries/webhooks";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { deliver } from "./deliver";

/** How often the vault looks for messages (ms). */
const everyMs = 1_000;
/** To how many webhooks a process sends at once: a slow one holds up no other. */
const atOnceMax = 20;

const stopping = new AbortController();
const running = new Map<string, Promise<void>>();
let timer: NodeJS.Timeout | undefined;
let looking: Promise<void> = Promise.resolve();
let isFailing = false;

/** Sends messages from now on. */
export function startDeliveries(): void {
  const { databaseKind, writes } = runtime();
  // A SQLite file belongs to one process: whoever has a lease was killed.
  if (databaseKind === "sqlite") looking = writes.run(bound(endLeases, {})).then(() => {}, report);
  timer = setInterval(() => (looking = looking.then(look)), everyMs).unref();
}

/** Resolves once nothing more is being sent. Attempts are cut off, and made again after the next start. */
export async function stopDeliveries(): Promise<void> {
  clearInterval(timer);
  stopping.abort();
  await looking;
  await Promise.all(running.values());
}

async function look(): Promise<void> {
  try {
    for (let after: string | undefined = ""; after !== undefined && !stopping.signal.aborted;) {
      const given: Parameters<typeof listDueWebhooks.bind>[0] = {
        after,
        nowAt: storedInstant(new Date()),
        limit: atOnceMax,
      };
      const due = await runtime().reads.all(listDueWebhooks, given);
      for (const { id, userId } of due) if (running.size < atOnceMax && !running.has(id)) begin(id, userId);
      after = due.length < atOnceMax || running.size >= atOnceMax ? undefined : due.at(-1)?.id;
    }
    isFailing = false;
  } catch (error) {
    report(error);
  }
}

function begin(id: string, userId: string): void {
  const done = deliver({ id, userId }, { now: Date.now, signal: stopping.signal })
    .catch(report)
    .finally(() => running.delete(id));
  running.set(id, done);
}

/** Once, until it works again: the vault looks every second. */
function report(error: unknown): void {
  if (!isFailing && !stopping.signal.aborted) log.error({ event: "webhooks-failed", error: loggableError(error) });
  isFailing = true;
}
