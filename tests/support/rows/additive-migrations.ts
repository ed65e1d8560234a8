/** What former releases sign and check: a column that they don't know would be outside of their MACs, or break them. */
type Signed = ReadonlySet<string>;

/**
 * What a migration that is marked as additive does beyond adding: statements that former releases could notice. Empty if
 * it keeps the promise. `signed` names the tables whose rows have a MAC.
 */
export function notAdditiveIn(sql: string, signed: Signed): string[] {
  const statements = sql
    .split("\n")
    .filter((line) => !line.startsWith("--"))
    .join("\n")
    .split(";")
    .map((statement) => statement.split(/\s+/).join(" ").trim())
    .filter((statement) => statement !== "");
  const made = new Set(statements.flatMap((statement) => createdTable(statement) ?? []));
  return statements.filter((statement) => !adds(statement, made, signed));
}

const createdTable = (statement: string): string | undefined => /^CREATE TABLE "(\w+)" \(/.exec(statement)?.[1];

function adds(statement: string, made: ReadonlySet<string>, signed: Signed): boolean {
  if (!removesWithOwner(statement)) return false;
  if (createdTable(statement) !== undefined) return true;
  const [, unique, indexed = ""] = /^CREATE (UNIQUE )?INDEX "\w+" ON "(\w+)"/.exec(statement) ?? [];
  // A value that is taken would be refused to a former release.
  if (indexed !== "") return unique === undefined || made.has(indexed);
  const [, altered = "", change = ""] = /^ALTER TABLE "(\w+)" (ADD .+)$/.exec(statement) ?? [];
  if (change.startsWith("ADD CONSTRAINT ")) return made.has(altered);
  // Former releases write rows without it. A list of changes could end with another kind.
  const isColumn = change.startsWith('ADD COLUMN "') && !/, (ADD|ALTER|DROP|RENAME) /.test(change);
  const mayBeLeftOut = !change.includes("NOT NULL") || change.includes(" DEFAULT ");
  return isColumn && mayBeLeftOut && !/ (UNIQUE|CHECK|REFERENCES) ?/.test(change) && !signed.has(altered);
}

/** A former release deletes rows without knowing which new ones refer to them. */
const removesWithOwner = (statement: string): boolean =>
  statement.split("REFERENCES ").length === statement.split(/ON DELETE (?:CASCADE|SET NULL)/).length;
