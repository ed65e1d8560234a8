/** Rows keep instants as Date; the wire has ISO 8601 in UTC with milliseconds. */
export const instant = (date: Date): string => date.toISOString();
export const instantOrNull = (date: Date | null): string | null => date && date.toISOString();

/** Name, then creation, then id: the stated order of every list, total so that it never wavers. */
export const byName = [{ name: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const satisfies object[];

/** Leaves out rows whose category went between the two reads that SQLite needs for them: they went with it. */
export const inCategory = <Row extends { category: object }>(rows: readonly Row[]): Row[] => rows.filter(({ category }) => (category as object | null) !== null);
