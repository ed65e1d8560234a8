import type { Context } from "../../auth/context";
import type { KeyEntry, RevealedEntry } from "../../contracts/vault/entries";
import type { Precondition } from "../../contracts/precondition";
import type { Environment } from "../../contracts/primitives";
import type { EntryVersion } from "../../contracts/vault/versions";
import { holdRow } from "../../db/transactions/isolation";
import { findSealedEntry } from "../../db/queries/vault/entries";
import { instant } from "../../db/instants";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { readActor } from "../doors/actor";
import * as change from "../doors/change/change";
import { findOwned, owned, owner } from "../doors/owned";
import { sealAgain } from "../doors/disclose/seal-again";
import { entrySubject } from "../doors/subjects";
import { inOneTransaction } from "../doors/transaction";
import { reachedVersions } from "../doors/change/value";
import { toKeyEntry } from "./entries";
import { readGroup } from "./entry-value";
import { discloseVersion } from "../former-values";
import { changedMeanwhile, holds } from "../versions";

const namesIn = (stored: string | null) => (stored === null ? null : (JSON.parse(stored) as string[]));

/** The newest first, which is the current one. */
export async function listEntryVersions(ctx: Context, id: string): Promise<EntryVersion[]> {
  const { db } = runtime();
  const row = await db.keyEntry.findFirst({ where: { id, ...owned(ctx, "KeyEntry") } });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  const former = await db.entryVersion.findMany({
    // Only those before it: another write may have come in between.
    where: { entryId: id, ...owner(ctx), ...reachedVersions(ctx), version: { lt: row.valueVersion } },
    orderBy: { version: "desc" },
  });
  const current: EntryVersion = {
    version: row.valueVersion,
    createdAt: instant(row.valueAt ?? row.createdAt),
    by: readActor(row.valueBy),
    current: true,
    fieldNames: namesIn(row.fieldNames),
  };
  return [
    current,
    ...former.map(({ version, createdAt, writtenBy, fieldNames }) => ({
      version,
      createdAt: instant(createdAt),
      by: readActor(writtenBy),
      current: false,
      fieldNames: namesIn(fieldNames),
    })),
  ];
}

/** The plain value that the entry had at a version. */
export async function revealEntryVersion(
  ctx: Context,
  id: string,
  version: number,
): Promise<RevealedEntry & { version: number }> {
  const row = await findOwned(ctx, findSealedEntry, { id });
  if (!row) throw new AppError("ENTRY_NOT_FOUND");
  const isCurrent = version === row.valueVersion;
  const held = isCurrent
    ? row
    : await runtime().db.entryVersion.findFirst({
        where: { entryId: id, version, ...owner(ctx), ...reachedVersions(ctx) },
        select: { encryptedValue: true, valueId: true },
      });
  const value = await discloseVersion(
    ctx,
    "KeyEntry",
    id,
    held?.encryptedValue,
    (text) => (row.keyType === "group" ? readGroup(text) : text),
    {
      action: isCurrent ? "entry.reveal" : "entry.reveal-version",
      subject: entrySubject({ id, ...row, valueId: held?.valueId ?? null }),
    },
  );
  return { id, name: row.name, value, environment: row.environment as Environment | null, version };
}

/** Makes a former value the current one. Nothing changes if it is the current one. */
export function restoreEntryVersion(
  ctx: Context,
  id: string,
  version: number,
  precondition: Precondition = {},
): Promise<KeyEntry> {
  return inOneTransaction(ctx, async (ctx) => {
    await holdRow(ctx.tx, runtime().databaseKind, "KeyEntry", { id, ...owner(ctx) });
    const row = await ctx.tx.keyEntry.findFirst({ where: { id, ...owned(ctx, "KeyEntry") } });
    if (!row) throw new AppError("ENTRY_NOT_FOUND");
    const former = await ctx.tx.entryVersion.findFirst({
      where: { entryId: id, version, ...owner(ctx), ...reachedVersions(ctx) },
      omit: { encryptedValue: false },
    });
    // Another version may have the same value, having been made from this one.
    if (version === row.valueVersion || former?.valueId === row.valueId) {
      if (!holds(precondition, row.version)) throw changedMeanwhile(row);
      return toKeyEntry(row);
    }
    const encryptedValue = former && sealAgain(ctx, ctx, "KeyEntry", { id, sealed: former.encryptedValue });
    if (!encryptedValue) throw new AppError("VERSION_NOT_FOUND");
    const { fieldNames, valueId } = former;
    return toKeyEntry(
      await change.update(
        ctx,
        "KeyEntry",
        { id },
        { fieldNames, encryptedValue, valueId },
        precondition,
        "entry.restore-version",
      ),
    );
  });
}
