import { longDate } from "@/lib/client/words/dates";
import type { ActivityRecord } from "@/lib/contracts/access/activity";

/** A row of the list: a record, or the day of those below it. */
export type ActivityRow = { id: string; day: string; record?: never } | { id: string; record: ActivityRecord };

type Grouped = { before: string | undefined; rows: ActivityRow[]; lastDay: string | undefined };

// A page never changes: what was made of it stays right while the days before it are the same. Among 100,000 records,
// only those of the new page are looked at.
const known = new WeakMap<readonly ActivityRecord[], Grouped>();

/** All rows of the pages that have arrived. */
export function rowsOfPages(pages: readonly (readonly ActivityRecord[])[]): ActivityRow[] {
  let day: string | undefined;
  const groups = pages.map((page) => {
    const last = known.get(page);
    const grouped = last && last.before === day ? last : groupByDay(page, day);
    known.set(page, grouped);
    day = grouped.lastDay;
    return grouped.rows;
  });
  return groups.flat();
}

function groupByDay(page: readonly ActivityRecord[], before: string | undefined): Grouped {
  let lastDay = before;
  const rows: ActivityRow[] = [];
  for (const record of page) {
    const day = longDate(record.at);
    if (day !== lastDay) rows.push({ id: `day ${record.id}`, day: record.at });
    lastDay = day;
    rows.push({ id: record.id, record });
  }
  return { before, rows, lastDay };
}
