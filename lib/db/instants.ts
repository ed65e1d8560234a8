let last = { ms: 0, text: "1970-01-01T00:00:00.000+00:00" };

/** An instant as Prisma stores it in SQLite: text that sorts by time. Many records share their millisecond. */
export function storedInstant(at: Date): string {
  const ms = at.getTime();
  if (last.ms !== ms) last = { ms, text: at.toISOString().replace("Z", "+00:00") };
  return last.text;
}

/**
 * Instants in rows are a `Date` (Prisma) or ISO 8601 with an offset (`SqlReader`). Replies have them in UTC with
 * milliseconds and Z.
 */
export const instant = (at: Date | string): string =>
  typeof at === "string" && at.endsWith("+00:00") ? `${at.slice(0, -6)}Z` : new Date(at).toISOString();
export const instantOrNull = (date: Date | null): string | null => date && date.toISOString();
