import { hasScope } from "../../../auth/grants/authorize";
import type { Context } from "../../../auth/context";
import type { Tx } from "../../../db/client";
import { storedInstant } from "../../../db/instants";
import { runIn } from "../../../db/queries/in-transaction";
import * as queries from "../../../db/queries/vault/value-versions";
import { newRowId } from "../../../db/row-id";
import { runtime } from "../../../runtime";
import { storedActor } from "../actor";
import { areSealedSame } from "../disclose/disclose";
import { owner } from "../owned";
import type { SealedTable } from "../disclose/seal";

/*
 * A value that another one replaces is kept, in the transaction that replaces it.
 */

type Inside = Context & { readonly tx: Tx };
type Sealed = Uint8Array<ArrayBuffer>;

/** The column of each table's values, and the area whose scopes say who may see them. */
const values = {
  KeyEntry: { column: "encryptedValue", scope: "entries:reveal" },
  EnvFile: { column: "encryptedContent", scope: "envs:reveal" },
  TwoFactorToken: { column: "encryptedSecret", scope: "2fa:reveal" },
} as const;

const kept = {
  KeyEntry: { keep: queries.keepEntryValue, drop: queries.dropEntryVersions },
  EnvFile: { keep: queries.keepEnvFileContent, drop: queries.dropEnvFileVersions },
} as const;

export const hasValue = (table: string): table is SealedTable => Object.hasOwn(values, table);

/** The value among a row's changes; undefined if they leave it as it is. */
export const newValueIn = (table: SealedTable, changes: object): Sealed | undefined =>
  (changes as Record<string, Sealed | undefined>)[values[table].column];

/** What a new row says of its value. */
export const firstValue = (ctx: Context, table: string): object =>
  Object.hasOwn(kept, table) ? { valueBy: storedActor(ctx.caller) } : {};

/** How a row is read of which the value may be replaced. */
export const withValue = (table: SealedTable): object => ({ omit: { [values[table].column]: false } });

type Standing = { id: string; version: number };

/**
 * Keeps the value of a row that is about to get this one, and returns what the row says of its new value. A value that
 * is sent back as it is makes no version, if the caller may know that it is the same. The row must be held.
 */
export async function replaceValue(
  ctx: Inside,
  table: SealedTable,
  standing: Standing,
  changes: object & { valueId?: unknown },
): Promise<object> {
  const sealed = newValueIn(table, changes);
  if (!sealed) return {};
  const restored = Object.hasOwn(changes, "valueId");
  if (!restored && isSame(ctx, table, standing, sealed)) return {};
  const valueId = restored ? changes.valueId : newRowId();
  if (table === "TwoFactorToken") return { valueId };
  const at = new Date();
  await keep(ctx, table, standing.id, at);
  return { valueId, valueVersion: standing.version + 1, valueAt: at, valueBy: storedActor(ctx.caller) };
}

function isSame(ctx: Context, table: SealedTable, standing: Standing, sealed: Sealed): boolean {
  const { column, scope } = values[table];
  // Learning that a value equals a stored one means knowing the stored value.
  if (!hasScope(ctx.caller, scope)) return false;
  const { id } = standing;
  const former = (standing as unknown as Record<string, Sealed>)[column];
  return former !== undefined && areSealedSame(ctx, table, { id, sealed }, { id, sealed: former });
}

function keptCount(): number {
  const { settings } = runtime();
  return settings.VERSIONS_DAYS === 0 ? 0 : settings.VERSIONS_KEPT;
}

/** Whether a value that is replaced can be restored. */
export const keepsFormer = (): boolean => keptCount() > 0;

/** Keeps the value that a row has as a version, and drops its oldest ones. The row must be held. */
export async function keep(ctx: Inside, table: keyof typeof kept, of: string, at: Date): Promise<void> {
  const { databaseKind } = runtime();
  const { userId } = owner(ctx);
  const { keep, drop } = kept[table];
  const count = keptCount();
  if (count > 0) await runIn(ctx.tx, databaseKind, keep, { id: newRowId(), of, userId, at: storedInstant(at) });
  await runIn(ctx.tx, databaseKind, drop, { of, userId, kept: count });
}

/** The columns that decide where a row lies, by which grants are limited. */
const places = {
  KeyEntry: { columns: ["name", "environment"], leave: queries.leaveEntryVersions },
  EnvProject: { columns: ["name"], leave: queries.leaveProjectVersions },
  EnvFile: { columns: ["projectId"], leave: queries.leaveEnvFileVersions },
} as const;
type Placed = keyof typeof places;

const isPlaced = (table: string): table is Placed => Object.hasOwn(places, table);

/** Whether changes could move a row of this table to another place. */
export const mayMove = (table: string, changes: object): table is Placed =>
  isPlaced(table) && places[table].columns.some((column) => (changes as Record<string, unknown>)[column] !== undefined);

/**
 * If these differences move a row to another place, says of its former values that they belong to the one before: who
 * reaches only the new one has no right to them. Comes after `replaceValue`, which keeps one more.
 */
export async function leavePlace(ctx: Inside, table: string, id: string, differences: object): Promise<void> {
  if (!mayMove(table, differences)) return;
  await runIn(ctx.tx, runtime().databaseKind, places[table].leave, { of: id, ...owner(ctx) });
}

/** The condition of the former values that the caller reaches, in a Prisma query. */
export const reachedVersions = ({ caller }: Context): { samePlace?: 1 } => (caller.bounds ? { samePlace: 1 } : {});

/** A value that a row had elsewhere, sealed for the row. */
export type FormerValue = { sealed: Sealed; fieldNames?: string | null; at: Date };

/** What a new row says of itself that had so many values before, the current one since `at`. */
export const valueAfter = (former: number, at: Date) => ({
  version: former + 1,
  valueVersion: former + 1,
  valueAt: at,
  ...(former > 0 && { valueId: newRowId() }),
});

/**
 * Keeps the values that a new row of `valueAfter` had elsewhere, the oldest first, as its versions from 1 on. Who wrote
 * them is not known here. As many are kept as of any row.
 */
export async function keepFormer(
  ctx: Inside,
  table: keyof typeof kept,
  row: { id: string; valueAt: Date },
  former: readonly FormerValue[],
): Promise<void> {
  const count = keptCount();
  const first = Math.max(0, former.length - count);
  const rows = former.slice(first).map(({ sealed, fieldNames = null, at }, index) => ({
    id: newRowId(),
    ...owner(ctx),
    version: first + index + 1,
    valueId: first + index === 0 ? null : newRowId(),
    createdAt: at,
    replacedAt: former[first + index + 1]?.at ?? row.valueAt,
    sealed,
    fieldNames,
  }));
  if (rows.length === 0) return;
  if (table === "KeyEntry")
    await ctx.tx.entryVersion.createMany({
      data: rows.map(({ sealed, ...version }) => ({ ...version, entryId: row.id, encryptedValue: sealed })),
    });
  else
    await ctx.tx.envFileVersion.createMany({
      data: rows.map(({ sealed, fieldNames: _, ...version }) => ({
        ...version,
        fileId: row.id,
        encryptedContent: sealed,
      })),
    });
}
