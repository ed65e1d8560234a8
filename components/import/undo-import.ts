import {
  deleteCategory,
  deleteEntry,
  deleteEnvFile,
  deleteEnvProject,
  deleteTwoFactorToken,
  listEntries,
  listEnvProjects,
} from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { onlyAt } from "@/lib/client/http/precondition";
import { restoreEntryVersion, restoreEnvFileVersion } from "@/lib/client/http/versions-api";
import { inTurn } from "@/lib/client/in-turn";
import type { Made } from "./made";

/** Why something stays as the import left it. */
type Reason = "changed" | "former" | "bounds" | "used";
type Kept = { id: string; name: string; why: Reason };
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
  else if (kind === "envFile") await deleteEnvFile({ params: { id: projectId ?? "", fileId: id } }, only);
  else if (kind === "category") await deleteCategory({ params: { id } }, only);
  else await deleteEnvProject({ params: { id } }, only);
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

const holders: readonly Made["kind"][] = ["category", "envProject"];

/**
 * Takes back what an import made, newest versions only: what was changed since stays. A category or project goes once it
 * is empty, since somebody may have put something into it. `before`: what an attempt that was cut off found to stay.
 */
export async function undoImport(made: readonly Made[], before: readonly Kept[] = []): Promise<Undone> {
  const kept = [...before];
  const one = async (thing: Made) => {
    if (thing.isUpdated && thing.formerVersion === null)
      return void kept.push({ id: thing.id, name: thing.name, why: "former" });
    try {
      await takeBack(thing);
    } catch (error) {
      const why = whyKept(error, thing);
      if (why === undefined) throw error;
      if (why !== null) kept.push({ id: thing.id, name: thing.name, why });
    }
  };
  const isHolder = ({ kind }: Made) => holders.includes(kind);
  const first = await inTurn(
    made.filter((thing) => !isHolder(thing)),
    one,
  );
  const around = made.filter(isHolder);
  if (first.failed.length > 0) return { kept, left: [...first.failed, ...around], reason: first.reason };
  if (around.length === 0) return { kept, left: [], reason: undefined };
  try {
    const used = await inUse(around);
    // What holds only things that stay is not worth a word of its own.
    const mine = new Set(kept.map(({ id }) => id));
    const empty = around.filter(({ id }) => !used.has(id));
    for (const { id, name } of around)
      if (used.get(id)?.some((held) => !mine.has(held))) kept.push({ id, name, why: "used" });
    const second = await inTurn(empty, one);
    return { kept, left: second.failed, reason: second.reason };
  } catch (reason) {
    return { kept, left: around, reason };
  }
}

/** What stands in categories and projects now, by their ids. Of projects without a name for it. */
async function inUse(around: readonly Made[]): Promise<Map<string, string[]>> {
  const used = new Map<string, string[]>();
  const has = (kind: Made["kind"]) => around.some((thing) => thing.kind === kind);
  if (has("category"))
    for (const { id, categoryId } of await listEntries({})) used.set(categoryId, [...(used.get(categoryId) ?? []), id]);
  if (has("envProject"))
    for (const { id, fileCount } of (await listEnvProjects({ query: {} })).data) if (fileCount > 0) used.set(id, [id]);
  return used;
}

const namedMax = 5;
const named = (things: readonly Kept[]): string => {
  const names = things.slice(0, namedMax).map(({ name }) => name);
  const more = things.length - names.length;
  return more > 0 ? `${names.join(", ")}, and ${more} more` : names.join(", ");
};
const sentences: Record<Reason, (names: string) => string> = {
  changed: (names) => `Changed since, and left as it is: ${names}.`,
  former: (names) => `Its former value isn’t kept, so that the imported one stays: ${names}.`,
  bounds: (names) => `Your role can’t delete it: ${names}.`,
  used: (names) => `Still in use: ${names}.`,
};

/** What to say of it. Not everything was taken back unless it is `whole`. */
export function undoneText({ kept, left, reason }: Undone, count: number): { text: string; whole: boolean } {
  const stays = (["changed", "former", "bounds", "used"] as const).flatMap((why) => {
    const these = kept.filter((thing) => thing.why === why);
    return these.length === 0 ? [] : [sentences[why](named(these))];
  });
  if (left.length > 0) {
    const begin = `${count - left.length} of ${count} items of the import were handled.`;
    return { text: [begin, ...stays, describeError(reason).message].join(" "), whole: false };
  }
  if (stays.length === 0) return { text: "The import was undone", whole: true };
  return { text: ["The import was undone, but not all of it.", ...stays].join(" "), whole: false };
}
