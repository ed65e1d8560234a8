import type { Row } from "./rows";

/** What a database is asked to do: for all rows of a table (these columns), or to change some columns of one row. */
export type Step = { read: string; columns: readonly string[] } | Change;
export type Change = { change: string; key: string; id: string; values: Readonly<Record<string, string | Uint8Array>> };
/** Work on a database, whoever speaks to it and however: each step is given the rows that it read, none for a change. */
export type Steps = Generator<Step, void, Row[]>;

/** What a migration can't do in SQL, done in its transaction; `undefined` where these need nothing more. */
export type Beyond = (applied: readonly string[]) => Steps | undefined;

/** A step in SQL, whose tables are those of its migration, not today's schema. Its parameters by `placeholder`, which counts from 1. */
export function statementOf(
  step: Step,
  placeholder: (number: number) => string,
): { sql: string; values: (string | Uint8Array)[] } {
  if ("read" in step)
    return { sql: `SELECT ${step.columns.map((column) => `"${column}"`).join(", ")} FROM "${step.read}"`, values: [] };
  const columns = Object.keys(step.values);
  const changes = columns.map((column, index) => `"${column}" = ${placeholder(index + 1)}`).join(", ");
  return {
    sql: `UPDATE "${step.change}" SET ${changes} WHERE "${step.key}" = ${placeholder(columns.length + 1)}`,
    values: [...Object.values(step.values), step.id],
  };
}

/** Takes them one by one. */
export function takeSteps(steps: Steps, take: (step: Step) => Row[]): void {
  for (let next = steps.next(); !next.done;) next = steps.next(take(next.value));
}

/** The same where each is waited for. */
export async function takeStepsAsync(steps: Steps, take: (step: Step) => Promise<Row[]>): Promise<void> {
  for (let next = steps.next(); !next.done;) next = steps.next(await take(next.value));
}
