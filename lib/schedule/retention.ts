import { deleteWhatIsDue, dueAt } from "../db/activity/retention";
import { separately } from "../db/transactions/separately";
import { retireActivity } from "./retire-activity";
import { loggableError, log } from "../log";
import { runtime } from "../runtime";
import { tellPurge } from "../services/doors/change/purged";
import { repeated } from "./repeated";

const everyMs = 60 * 60_000;
const nothing = { trash: 0, versions: 0, links: 0, deliveries: 0, issuedKeys: 0 };

const retention = repeated(everyMs, {
  work: deleteOnce,
  failed: (error) => log.error({ event: "retention-failed", error: loggableError(error) }),
});

/** Deletes for good what is old enough, now and every hour. */
export const startRetention = retention.start;

/** Resolves once nothing more is being deleted. The next start continues. */
export const stopRetention = retention.stop;

/**
 * Logs what it deleted even if some of it could not be. A vault whose trash can't be emptied keeps nobody's old records.
 */
async function deleteOnce(now: number, signal: AbortSignal): Promise<number> {
  const { reads, settings } = runtime();
  const { run, end } = separately(reads);
  const due = dueAt(now, settings);
  const deleted = await run(() => deleteWhatIsDue(runtime(), due, { told: tellPurge, signal }));
  const activity = (await run(() => retireActivity(Date.now(), signal))) ?? 0;
  const { trash, versions, links, deliveries, issuedKeys } = deleted ?? nothing;
  const count = trash + versions + links + deliveries + issuedKeys + activity;
  if (count > 0) log.info({ event: "retention", trash, versions, links, deliveries, issuedKeys, activity });
  end();
  return count;
}
