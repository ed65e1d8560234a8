import type { Source } from "./import-source";

const titlesOf = (text: string): string | undefined => text.split(/\r?\n/, 1)[0];

/**
 * What is to be imported, changed. Columns were chosen from the titles of one table: for others, or where they are not
 * offered, they mean nothing.
 */
export function changedSource(source: Source, part: Partial<Source>): Source {
  const next = { ...source, ...part };
  const isOtherTable = titlesOf(next.text) !== titlesOf(source.text) || next.format !== "csv";
  return isOtherTable && part.columns === undefined ? { ...next, columns: {} } : next;
}
