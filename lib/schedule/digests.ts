import { isMailOn } from "../auth/mail/mail-outbox";
import { loggableError, log } from "../log";
import { queueDigests } from "../services/reminders/digest";
import { repeated } from "./repeated";

const everyMs = 60 * 60_000;

const digests = repeated(everyMs, {
  work: queueDigests,
  done: (count) => log.info({ event: "digests", count }),
  failed: (error) => log.error({ event: "digests-failed", error: loggableError(error) }),
});

/** Queues the mails about what is due, now and every hour, if the vault sends mail. */
export const startDigests = (): void => void (isMailOn() && digests.start());

/** Resolves once none is being queued. */
export const stopDigests = digests.stop;
