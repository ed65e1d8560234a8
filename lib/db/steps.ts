import type { AnyRow } from "./rows";

/** One step: read these columns of all rows of a table, or change some columns of one row. */
export type Step = { read: string; columns: readonly string[] } | Change;
export type Change = { change: string; key: string; id: string; values: Readonly<Record<string, string | Uint8Array>> };
/** Work on a database, independent of its driver. Each step receives the rows that it read; a change receives none. */
export type Steps = Generator<Step, void, AnyRow[]>;

/**
 * The part of a migration that SQL can't express, run in its transaction; `undefined` if the applied migrations need
 * none.
 */
export type DataMigration = (applied: readonly string[]) => Steps | undefined;

/**
 * A step as SQL, for the tables of its migration rather than today's schema. `placeholder` writes a parameter by its
 * number, from 1.
 */
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

/** Runs the steps in sequence. */
export function takeSteps(steps: Steps, take: (step: Step) => AnyRow[]): void {
  for (let next = steps.next(); !next.done;) next = steps.next(take(next.value));
}

/** The same for an asynchronous driver. */
export async function takeStepsAsync(steps: Steps, take: (step: Step) => Promise<AnyRow[]>): Promise<void> {
  for (let next = steps.next(); !next.done;) next = steps.next(await take(next.value));
}
