import {
  deleteCategory,
  deleteEntry,
  deleteEnvFile,
  deleteEnvProject,
  deleteTwoFactorToken,
} from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { onlyAt } from "@/lib/client/http/precondition";
import { restoreEntryVersion, restoreEnvFileVersion } from "@/lib/client/http/versions-api";
import { inTurn, type Outcome } from "@/lib/client/in-turn";
import { type Content, contentsOf } from "./contents-of";
import type { Made } from "./made";

/** Why something stays as the import left it. */
export type Reason = "changed" | "former" | "bounds" | "used";
export type Kept = { id: string; name: string; why: Reason };
export type Undone = { kept: Kept[]; /** What is left to do after `reason`. */ left: Made[]; reason: unknown };

async function takeBack({ kind, id, version, formerVersion, projectId }: Made): Promise<void> {
  const only = onlyAt(version);
  if (formerVersion !== null) {
    const former = String(formerVersion);
    await (kind === "envFile"
      ? restoreEnvFileVersion({ params: { id: projectId ?? "", fileId: id, version: former } }, only)
      : restoreEntryVersion({ params: { id, version: former } }, only));
    return;
  }
  if (kind === "entry") await deleteEntry({ params: { id } }, only);
  else if (kind === "twoFactor") await deleteTwoFactorToken({ params: { id } }, only);
  else await deleteEnvFile({ params: { id: projectId ?? "", fileId: id } }, only);
}

/** Null if it is gone already, which is what was wanted; undefined if it says nothing of this one thing. */
function whyKept(error: unknown, { formerVersion }: Made): Reason | null | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "CHANGED_MEANWHILE") return "changed";
  if (error.code === "VERSION_NOT_FOUND") return "former";
  if (error.code === "OUT_OF_BOUNDS") return "bounds";
  if (error.status === 404) return formerVersion === null ? null : "changed";
  return undefined;
}

const isHolder = ({ kind }: Made): boolean => kind === "category" || kind === "envProject";

/** Deletes a category or project if nothing is in it but this. */
async function deleteHolding({ kind, id, version }: Made, contents: readonly Content[]): Promise<void> {
  const onlyHolding = contents.map((content) => `${content.id}.${content.version}`).join(",");
  const input = { params: { id }, query: { onlyHolding } };
  await (kind === "category" ? deleteCategory : deleteEnvProject)(input, onlyAt(version));
}

/** As many as the vault takes (lib/contracts/vault/only-holding.ts). */
const togetherMax = 150;

/**
 * Takes back what an import made, newest versions only: what was changed since stays. A category or project in which
 * nothing else is goes with all of its contents, so that it comes back from the trash as a whole. Another one goes if it
 * is empty in the end, since somebody may have put something into it. `before`: what an attempt that was cut off found
 * to stay.
 */
export async function undoImport(made: readonly Made[], before: readonly Kept[] = []): Promise<Undone> {
  const kept = [...before];
  const handled = new Set<string>();
  const still = (wanted: (thing: Made) => boolean) => made.filter((thing) => wanted(thing) && !handled.has(thing.id));
  const keep = ({ id, name }: Made, why: Reason) => void kept.push({ id, name, why });

  const versions = new Map(made.flatMap(({ id, version, isUpdated }) => (isUpdated ? [] : [[id, version] as const])));
  const asAWhole = async (holder: Made, contents: readonly Content[]) => {
    if (contents.length > togetherMax || contents.some(({ id, version }) => versions.get(id) !== version)) return;
    try {
      await deleteHolding(holder, contents);
    } catch (error) {
      // Something came into it meanwhile: one by one then.
      if (whyKept(error, holder) === undefined) throw error;
      return;
    }
    for (const { id } of [holder, ...contents]) handled.add(id);
  };
  const byItself = async (thing: Made, take: (thing: Made) => Promise<void>) => {
    try {
      if (thing.isUpdated && thing.formerVersion === null) keep(thing, "former");
      else await take(thing);
    } catch (error) {
      const why = whyKept(error, thing);
      if (why === undefined) throw error;
      if (why !== null) keep(thing, why);
    }
    handled.add(thing.id);
  };
  const ifEmptyNow = async (holder: Made, contents: readonly Content[]) => {
    if (contents.length === 0) return byItself(holder, () => deleteHolding(holder, []));
    // What holds only things that stay is not worth a word of its own.
    const stays = new Set(kept.map(({ id }) => id));
    if (contents.some(({ id }) => !stays.has(id))) keep(holder, "used");
    handled.add(holder.id);
  };

  const contentsNow = () => contentsOf(still(isHolder), made);
  const steps: (() => Promise<Outcome<Made>>)[] = [
    async () => {
      const contents = await contentsNow();
      return inTurn(still(isHolder), (holder) => asAWhole(holder, contents.get(holder.id) ?? []));
    },
    () =>
      inTurn(
        still((thing) => !isHolder(thing)),
        (thing) => byItself(thing, takeBack),
      ),
    async () => {
      const contents = await contentsNow();
      return inTurn(still(isHolder), (holder) => ifEmptyNow(holder, contents.get(holder.id) ?? []));
    },
  ];
  try {
    for (const step of steps) {
      const { failed, reason } = await step();
      if (failed.length > 0) throw reason;
    }
    return { kept, left: [], reason: undefined };
  } catch (reason) {
    return { kept, left: still(() => true), reason };
  }
}
