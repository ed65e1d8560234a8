import type { Context } from "../../auth/context";
import { formerSecretsIn } from "../../crypto/tokens/token-secret";
import { findSealedEntries } from "../../db/queries/vault/entries";
import * as queries from "../../db/queries/vault/values";
import { idsMax } from "../../db/queries/query";
import { runtime } from "../../runtime";
import { slicesOf } from "../../slices";
import { yieldToEventLoop } from "../../event-loop";
import { readSealed } from "../doors/disclose/disclose";
import { listOwned, owner } from "../doors/owned";
import { readGroup } from "../entries/entry-value";
import { resolveReferences } from "../references/reference-targets";
import { partPrint, type Parts, partsNow, partsSeen, type Shape } from "./value-parts";

/** A thing that is there, and the ids of the values that somebody saw of it, none of which is that of its value now. */
export type SeenThing = { kind: string; id: string; valueIds: ReadonlySet<string | null> };

/**
 * Whether anything of what was seen is still in use there. It is, unless the opposite is found out: what can't be compared,
 * because it does not open, may be. Of a value that is not kept any more, a file or a group may have a part, and the others are
 * taken for replaced. Opens what is there once, and what was seen one after another, until it is found. Nothing of it leaves but
 * the answer.
 */
export async function isStillInUse(ctx: Context, { kind, id, valueIds }: SeenThing): Promise<boolean> {
  const { reads } = runtime();
  const row = await reads.get(queries.findValueNow, { id });
  // Somebody deleted it just now.
  if (!row) return false;
  const value = { id, ...row };
  if (kind === "two-factor-token") {
    const former = readSealed(ctx, "TwoFactorToken", value, formerSecretsIn);
    return !former || [...valueIds].some((seen) => former.every((one) => one.id !== seen));
  }
  const kept = new Map<string | null, string>();
  for (const { id: versionId, valueId } of await reads.all(queries.listFormerValueIds, { id }))
    kept.set(valueId, versionId);
  const [table, shape] =
    kind === "entry" ? (["KeyEntry", row.keyType as Shape] as const) : (["EnvFile", "env-file"] as const);
  const hasParts = shape === "env-file" || shape === "group";
  const comparable = [...valueIds].filter((seen) => kept.has(seen));
  if (hasParts && comparable.length < valueIds.size) return true;
  const now = readSealed(ctx, table, value, (text) => partsNow(shape, text));
  if (!now) return true;
  let referred: Promise<ReadonlyMap<string, Referred>> | undefined;
  for (const valueId of comparable) {
    await yieldToEventLoop();
    const former = await reads.get(queries.findFormerValue, { id: kept.get(valueId) ?? "" });
    const seen = former && readSealed(ctx, table, { id, ...former }, (text) => partsSeen(shape, text));
    if (!seen || [...seen.prints].some((print) => now.prints.has(print))) return true;
    const added = [...now.references.keys()].filter((reference) => !seen.references.has(reference));
    if (added.length === 0) continue;
    // A reference may have taken a value's place that is an entry's now. It leads to what the file's own vault has.
    if (row.userId !== owner(ctx).userId) return true;
    const found = await (referred ??= printsReferredTo(ctx, now.references));
    if (added.some((reference) => isAmong(seen.prints, found.get(reference)))) return true;
  }
  return false;
}

/** The fingerprints of what a reference leads to, under the names of the variables that it is assigned to; `unknown` if it may lead to anything. */
type Referred = readonly number[] | "unknown";

const isAmong = (prints: ReadonlySet<number>, referred: Referred = []): boolean =>
  referred === "unknown" || referred.some((print) => prints.has(print));

/** Only entries that the caller reaches are looked at: for whoever has bounds, what seems missing may be outside. */
async function printsReferredTo(ctx: Context, references: Parts["references"]): Promise<ReadonlyMap<string, Referred>> {
  const leads = await resolveReferences(ctx, [...references.keys()]);
  const found = new Map<string, Referred>();
  const wanted = new Map<string, { reference: string; field: string | null }[]>();
  for (const [reference, lead] of leads) {
    if (lead === "ambiguous" || (lead === "missing" && ctx.caller.bounds)) found.set(reference, "unknown");
    if (typeof lead === "string") continue;
    const { entryId, field } = lead;
    wanted.set(entryId, [...(wanted.get(entryId) ?? []), { reference, field }]);
    // Until its value is read, which may not open.
    found.set(reference, "unknown");
  }
  for (const ids of slicesOf([...wanted.keys()], idsMax)) {
    for (const { id, keyType, encryptedValue } of await listOwned(ctx, findSealedEntries, { ids }))
      for (const { reference, field } of wanted.get(id) ?? []) {
        const names = references.get(reference) ?? [];
        const prints = readSealed(ctx, "KeyEntry", { id, sealed: encryptedValue }, (text) => {
          const value = keyType === "group" ? (readGroup(text)[field ?? ""] ?? "") : text;
          return names.map((name) => partPrint(name, value));
        });
        if (prints) found.set(reference, prints);
      }
    await yieldToEventLoop();
  }
  return found;
}
