import { environments } from "@/lib/client/words/labels";
import { inNameOrder } from "@/lib/client/words/name-order";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { Environment } from "@/lib/contracts/primitives";

/** An environment, or none: the entries that name no environment. */
export type Column = Environment | "none";

/** A variable of a project, or what stands for one: an SSH key, a JSON document. */
export type Row = {
  key: string;
  name: string;
  /** The field of a group that it is. */ field: string | null;
  categoryId: string;
  category: ListedEntry["category"];
  /** Two or more hold it if entries share category, project and environment. */ entriesOf: Map<Column, ListedEntry[]>;
  /** Groups of its category that lack its field. */ lacking: Map<Column, ListedEntry>;
};

export type Table = { columns: Column[]; used: ReadonlySet<Column>; rows: Row[] };

export const columnOf = ({ environment }: Pick<ListedEntry, "environment">): Column => environment ?? "none";

/**
 * The variables of a project's entries, in order of name, by environment. `within` are the environments that its reader
 * is limited to: of others nobody can say what they lack.
 */
export function tableOf(entries: readonly ListedEntry[], within: readonly Column[] | null = null): Table {
  const rows = new Map<string, Row>();
  for (const entry of entries)
    for (const field of entry.fieldNames ?? [null]) {
      const key = `${entry.categoryId}\n${field ?? ""}`;
      const row = rows.get(key) ?? rowOf(key, entry, field);
      rows.set(key, row);
      row.entriesOf.set(columnOf(entry), [...(row.entriesOf.get(columnOf(entry)) ?? []), entry]);
    }
  for (const row of rows.values())
    if (row.field !== null)
      for (const entry of entries)
        if (entry.categoryId === row.categoryId && !row.entriesOf.has(columnOf(entry)))
          row.lacking.set(columnOf(entry), entry);
  const used = new Set(entries.map(columnOf));
  const columns = columnsFor(used).filter((column) => !within || within.includes(column));
  return { columns, used, rows: inNameOrder([...rows.values()], rowOrder) };
}

const rowOrder = ({ name, category }: Row) => `${name}\n${category.name}`;

const rowOf = (key: string, { categoryId, category }: ListedEntry, field: string | null): Row => ({
  key,
  name: field ?? (category.keyType === "simple" ? category.envVarName : null) ?? category.name,
  field,
  categoryId,
  category,
  entriesOf: new Map(),
  lacking: new Map(),
});

/** All environments, so that what one of them lacks is seen; "none" alone if no entry names an environment. */
function columnsFor(used: ReadonlySet<Column>): Column[] {
  if (used.size === 1 && used.has("none")) return ["none"];
  return used.has("none") ? [...environments, "none"] : [...environments];
}

/**
 * What an empty cell says. A value without an environment may stand for all of them, and nobody has to use every
 * environment: only `missing` asks for attention.
 */
export function gapOf({ used }: Pick<Table, "used">, row: Row, column: Column): "missing" | "unused" | "none" {
  if (column === "none") return "none";
  return used.has(column) && !row.entriesOf.has("none") ? "missing" : "unused";
}

/** How many variables have a value in an environment. */
export const countIn = (rows: readonly Row[], column: Column): number =>
  rows.filter(({ entriesOf }) => entriesOf.has(column)).length;
