/**
 * Instants in rows are a `Date` (Prisma) or ISO 8601 with an offset (`SqlReader`). Replies have them in UTC with
 * milliseconds and Z.
 */
export const instant = (at: Date | string): string =>
  typeof at === "string" && at.endsWith("+00:00") ? `${at.slice(0, -6)}Z` : new Date(at).toISOString();
export const instantOrNull = (date: Date | null): string | null => date && date.toISOString();

/** The documented order of every list: name, then creation, then id. The id makes it unambiguous. */
export const byName = [{ name: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const satisfies object[];
