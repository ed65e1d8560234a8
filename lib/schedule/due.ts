import { loggableError, log } from "../log";
import { tellWhatIsDue } from "../services/reminders/tell";
import { repeated } from "./repeated";

/** Three indexed look-ups, and mostly nothing to write. */
const everyMs = 60_000;

const due = repeated(everyMs, {
  work: tellWhatIsDue,
  done: (count) => log.info({ event: "due", count }),
  failed: (error) => log.error({ event: "due-failed", error: loggableError(error) }),
});

/** Records what is due, now and every minute. */
export const startTellingDue = due.start;

/** Resolves once nothing more is being recorded. */
export const stopTellingDue = due.stop;
