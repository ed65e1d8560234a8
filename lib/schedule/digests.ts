import { isMailOn } from "../auth/mail-outbox";
import { loggableError, log } from "../log";
import { queueDigests } from "../services/reminders/digest";

const everyMs = 60 * 60_000;

const stopping = new AbortController();
let timer: NodeJS.Timeout | undefined;
let running: Promise<void> = Promise.resolve();

/** Queues the mails about what is due, now and every hour, if the vault sends mail. */
export function startDigests(): void {
  if (!isMailOn()) return;
  timer = setInterval(run, everyMs).unref();
  run();
}

/** Resolves once none is being queued. */
export function stopDigests(): Promise<void> {
  clearInterval(timer);
  stopping.abort();
  return running;
}

function run(): void {
  running = running
    .then(() => queueDigests(Date.now(), stopping.signal))
    .then(
      (count) => count > 0 && log.info({ event: "digests", count }),
      // The next hour tries again.
      (error: unknown) => log.error({ event: "digests-failed", error: loggableError(error) }),
    )
    .then(() => {});
}
