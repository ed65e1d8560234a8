/** Rows have instants as `Date` (Prisma) or in ISO 8601 with an offset (`Reads`); the wire has it in UTC with milliseconds and Z. */
export const instant = (at: Date | string): string =>
  typeof at === "string" && at.endsWith("+00:00") ? `${at.slice(0, -6)}Z` : new Date(at).toISOString();
export const instantOrNull = (date: Date | null): string | null => date && date.toISOString();

/** Name, then creation, then id: the stated order of every list, total so that it never wavers. */
export const byName = [{ name: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const satisfies object[];
