import { recordOf, type Subject, unrecorded } from "../../../auth/activity/activity";
import type { Context, InTransaction } from "../../../auth/context";
import type { Action } from "../../../contracts/access/actions";
import type { NewRecord } from "../../../db/activity/chain";
import { runtime } from "../../../runtime";
import { owner } from "../owned";
import { isNamedTable, type NamedTable, subjectsIn } from "../subjects";

/*
 * Everything that is done in a vault is recorded here: a change in its own transaction, a disclosure before its value
 * leaves.
 */

type More = { count?: number; outcome?: "refused"; reason?: string };

/** Adds records to the context's transaction, which writes all of them at its end. */
export function note(ctx: InTransaction, action: Action, subjects: readonly (Subject | null)[], more: More = {}): void {
  for (const subject of subjects) ctx.records.push(recordOf(ctx.caller, action, subject, more));
}

/**
 * Makes records durable before this returns. In a transaction, that is when the transaction ends. Rejects if they can't
 * be written: then nothing may leave.
 */
export async function recordBefore(
  ctx: Context,
  action: Action,
  subjects: readonly (Subject | null)[],
  more: More = {},
): Promise<void> {
  await allBefore(
    ctx,
    subjects.map((subject) => recordOf(ctx.caller, action, subject, more)),
  );
}

/** The same for several actions at once. */
export const recordTogetherBefore = (
  ctx: Context,
  told: readonly { action: Action; subject: Subject }[],
): Promise<void> =>
  allBefore(
    ctx,
    told.map(({ action, subject }) => recordOf(ctx.caller, action, subject)),
  );

async function allBefore(ctx: Context, records: readonly NewRecord[]): Promise<void> {
  if (ctx.records) ctx.records.push(...records);
  else await runtime().writes.record(records).catch(unrecorded);
}

const kinds = {
  KeyCategory: "category",
  KeyEntry: "entry",
  TwoFactorToken: "two-factor-token",
  EnvProject: "env-project",
  EnvFile: "env-file",
} as const satisfies Record<NamedTable, string>;

/** The action of a verb on a table's rows. */
export const actionOn = <V extends "create" | "update" | "delete" | "purge" | "move" | "arrive">(
  table: NamedTable,
  verb: V,
) => `${kinds[table]}.${verb}` as Action;

/** What the rows are called, to be noted once they are gone or elsewhere. None for tables that are recorded elsewhere. */
export const namesOf = async (ctx: InTransaction, table: string, ids: readonly string[]): Promise<Subject[]> =>
  isNamedTable(table) ? subjectsIn(ctx.tx, table, { ...owner(ctx), ids }) : [];
