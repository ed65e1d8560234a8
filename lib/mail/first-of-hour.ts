import { hourlyCounts } from "../auth/activity/hourly-counts";
import type { MailMessage } from "../auth/mail/mail-outbox";
import { log } from "../log";

/** How many records of a kind a process sends by e-mail, for each vault and hour: anyone with an account can cause any number. */
export const toldMax = 10;
const countTold = hourlyCounts();

/** The notices of a record; none if enough of its kind were sent within the hour. The last ones say so. */
export function firstOfHour(vaultId: string, notices: readonly MailMessage[], now: number): readonly MailMessage[] {
  const [first] = notices;
  if (first?.kind !== "notice") return notices;
  const count = countTold(`${vaultId} ${first.about}`, now);
  if (count < toldMax) return notices;
  if (count === toldMax) return notices.map((notice) => ({ ...notice, isLast: true }));
  if (count === toldMax + 1) log.warn({ event: "mail-limited", vaultId, kind: first.about });
  return [];
}
