import pg from "pg";

type Parse = (text: string) => unknown;

/** The columns of a statement's rows, and how each becomes a value. */
export type Columns = {
  readonly fields: pg.FieldDef[];
  readonly parsers: readonly Parse[];
  /** A row without values, of which each row is a copy, so that all have the same shape; null for rows that are lists. */
  readonly empty: Readonly<Record<string, null>> | null;
};

type Wanted = { rowMode?: "array" | undefined; types?: pg.CustomTypesConfig | undefined };

export function columnsOf(fields: pg.FieldDef[], { rowMode, types }: Wanted = {}): Columns {
  return {
    fields,
    parsers: fields.map(({ dataTypeID }) => (types ?? pg.types).getTypeParser(dataTypeID, "text") as Parse),
    empty: rowMode === "array" ? null : Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

/** Throws what a parser throws. */
export function rowOf(
  { fields, parsers, empty }: Columns,
  values: readonly (string | null)[],
): Record<string, unknown> {
  // As pg does it, a row that is a list has the type of one that is not.
  const row = (empty ? { ...empty } : []) as Record<string | number, unknown>;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    row[empty ? (fields[index]?.name ?? "") : index] = value === null ? null : parsers[index]?.(value);
  }
  return row;
}
