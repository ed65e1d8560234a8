import { ownerOf } from "../../auth/caller";
import type { Context } from "../../auth/context";
import type { Subject } from "../../auth/activity/activity";
import { storedInstant } from "../../db/instants";
import { findShownCode } from "../../db/queries/activity/activity-seen";
import { hourMs } from "../../durations";
import { runtime } from "../../runtime";
import type { Telling } from "../doors/disclose/disclose";

/** Remembered in this process, so that a page that renews its codes costs one question an hour. */
const rememberedMax = 10_000;
const told = new Map<string, number>();

/** A page renews its codes every half minute: one record an hour for each token and whoever sees it is enough. */
export async function tellingOfCode(ctx: Context, subject: Subject, at: number): Promise<Telling> {
  const { caller } = ctx;
  const actor = caller.kind === "key" ? caller.keyId : caller.userId;
  // A token that moved to another vault is not on record there.
  const name = [ownerOf(caller), subject.id, subject.valueId, actor].join(" ");
  // What was told later than now was told by a clock that was wrong.
  const since = at - (told.get(name) ?? 0);
  if (since >= 0 && since < hourMs) return null;
  const shown = await runtime().reads.get(findShownCode, {
    userId: ownerOf(caller),
    objectId: subject.id ?? "",
    valueId: subject.valueId ?? null,
    actorUserId: caller.userId,
    actorKeyId: caller.kind === "key" ? caller.keyId : null,
    sinceAt: storedInstant(new Date(at - hourMs)),
    nowAt: storedInstant(new Date(at)),
  });
  if (!shown) return { action: "two-factor-token.reveal", subject };
  const [first] = told.size < rememberedMax ? [] : told.keys();
  if (first !== undefined) told.delete(first);
  told.set(name, new Date(shown.at).getTime());
  return null;
}
