import { deleteWhatIsDue, dueAt } from "../db/activity/retention";
import { separately } from "../db/transactions/separately";
import { retireActivity } from "../auth/activity/retire-activity";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { tellPurge } from "../services/doors/change/purged";

const everyMs = 60 * 60_000;
const nothing = { trash: 0, versions: 0, links: 0, deliveries: 0, issuedKeys: 0 };

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
    .then(deleteOnce)
    // The next hour tries again.
    .catch((error: unknown) => log.error({ event: "retention-failed", error: loggableError(error) }));
}

/** A vault whose trash can't be emptied keeps nobody's old records. */
async function deleteOnce(): Promise<void> {
  const { reads, settings } = runtime();
  const { signal } = stopping;
  const { run, end } = separately(reads);
  const due = dueAt(Date.now(), settings);
  const deleted = await run(() => deleteWhatIsDue(runtime(), due, { told: tellPurge, signal }));
  const activity = (await run(() => retireActivity(Date.now(), signal))) ?? 0;
  const { trash, versions, links, deliveries, issuedKeys } = deleted ?? nothing;
  if (trash + versions + links + deliveries + issuedKeys + activity > 0)
    log.info({ event: "retention", trash, versions, links, deliveries, issuedKeys, activity });
  end();
}
