import { isMailOn } from "../auth/mail-outbox";
import { storedInstant } from "../db/instant";
import { bound } from "../db/queries/query";
import { endMailLeases, listDueMails } from "../db/queries/mail";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { deliver } from "./deliver";

/** How often the vault looks for mails (ms). */
const everyMs = 1_000;
/** How many mails a process sends at once. */
const atOnceMax = 5;

const stopping = new AbortController();
const running = new Map<string, Promise<void>>();
let timer: NodeJS.Timeout | undefined;
let looking: Promise<void> = Promise.resolve();
let isFailing = false;

/** Sends mails from now on, if the operator has named a server for them. */
export function startMail(): void {
  if (!isMailOn()) return;
  const { databaseKind, writes } = runtime();
  const nowAt = storedInstant(new Date());
  // A SQLite file belongs to one process: whoever had taken a mail was killed.
  if (databaseKind === "sqlite") looking = writes.run(bound(endMailLeases, { nowAt })).then(() => {}, report);
  timer = setInterval(() => (looking = looking.then(look)), everyMs).unref();
}

/** Resolves once nothing more is being sent. Attempts are cut off, and made again after the next start. */
export async function stopMail(): Promise<void> {
  clearInterval(timer);
  stopping.abort();
  await looking;
  await Promise.all(running.values());
}

async function look(): Promise<void> {
  try {
    if (stopping.signal.aborted) return;
    const given = { nowAt: storedInstant(new Date()), limit: atOnceMax };
    for (const { id } of await runtime().reads.all(listDueMails, given))
      if (running.size < atOnceMax && !running.has(id)) begin(id);
    isFailing = false;
  } catch (error) {
    report(error);
  }
}

function begin(id: string): void {
  const done = deliver(id, { now: Date.now, signal: stopping.signal })
    .catch(report)
    .finally(() => running.delete(id));
  running.set(id, done);
}

/** Once, until it works again: the vault looks every second. */
function report(error: unknown): void {
  if (!isFailing && !stopping.signal.aborted) log.error({ event: "mail-failed", error: loggableError(error) });
  isFailing = true;
}
