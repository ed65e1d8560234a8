import { deleteWhatIsDue, dueAt } from "../db/retention";
import { tellPurge } from "../auth/tell-purge";
import { retireActivity } from "../auth/retire-activity";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";

const everyMs = 60 * 60_000;

const stopping = new AbortController();
let timer: NodeJS.Timeout | undefined;
let running: Promise<void> = Promise.resolve();

/** Deletes for good what is old enough, now and every hour. */
export function startRetention(): void {
  timer = setInterval(run, everyMs).unref();
  run();
}

/** Resolves once nothing more is being deleted. The next start goes on. */
export function stopRetention(): Promise<void> {
  clearInterval(timer);
  stopping.abort();
  return running;
}

function run(): void {
  running = running
    .then(async () => ({
      ...(await deleteWhatIsDue(runtime(), dueAt(Date.now(), runtime().settings), {
        told: tellPurge,
        signal: stopping.signal,
      })),
      activity: await retireActivity(Date.now(), stopping.signal),
    }))
    .then(
      ({ trash, versions, links, deliveries, issuedKeys, activity }) => {
        if (trash + versions + links + deliveries + issuedKeys + activity > 0)
          log.info({ event: "retention", trash, versions, links, deliveries, issuedKeys, activity });
      },
      // The next hour tries again.
      (error: unknown) => log.error({ event: "retention-failed", error: loggableError(error) }),
    );
}
