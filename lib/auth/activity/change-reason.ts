import type { Action } from "../../contracts/access/actions";

/*
 * What a change's record says of it, in the column for reasons: "reader of billing → editor". The column is covered by the
 * records' MACs, which former releases check too.
 */

const changeActions: readonly string[] = ["member.update", "project.rename"] satisfies Action[];

export const writeChange = (before: string, after: string): string => `${before} → ${after}`;

/** Null for a record that tells of no such change. Whoever has limits may not know the names before. */
export const readChange = ({ action, reason }: { action: string; reason: string | null }, isLimited: boolean) =>
  changeActions.includes(action) && reason !== null ? { change: isLimited ? null : reason, reason: null } : null;
