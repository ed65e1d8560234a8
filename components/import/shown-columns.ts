import type { Columns, ImportFormat } from "@/lib/import";
import { rowsOf } from "@/lib/import/csv/csv-rows";

/** The titles of a table's columns. */
export const titlesOf = (text: string): string[] =>
  (rowsOf(text.split(/\r?\n/, 1)[0] ?? "")[0]?.cells ?? [])
    .map((title) => title.trim())
    .filter((title) => title !== "");

/** The chosen columns that this text has and the page shows: others were chosen for another file, and mean nothing here. */
export function shownColumns({
  text,
  format,
  columns,
}: {
  text: string;
  format: ImportFormat;
  columns: Columns;
}): Columns {
  if (format !== "csv") return {};
  const titles = titlesOf(text);
  return Object.fromEntries(Object.entries(columns).filter(([, title]) => titles.includes(title)));
}
