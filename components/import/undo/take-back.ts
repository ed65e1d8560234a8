import {
  deleteCategory,
  deleteEntry,
  deleteEnvFile,
  deleteEnvProject,
  deleteTwoFactorToken,
} from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { onlyAt } from "@/lib/client/http/precondition";
import {
  listEntryVersions,
  listEnvFileVersions,
  restoreEntryVersion,
  restoreEnvFileVersion,
} from "@/lib/client/http/resources/versions-api";
import type { Made } from "../made";
import type { Content } from "./contents-of";

/** Why something stays as the import left it. */
export type Reason = "changed" | "former" | "bounds" | "used";

/** Takes back one thing that holds no others, if it is still as the import left it. */
export async function takeBack({ kind, id, version, formerVersion, projectId }: Made): Promise<void> {
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

/** Deletes a category or project if nothing is in it but this. */
export async function deleteHolding({ kind, id, version }: Made, contents: readonly Content[]): Promise<void> {
  const onlyHolding = contents.map((content) => `${content.id}.${content.version}`).join(",");
  const input = { params: { id }, query: { onlyHolding } };
  await (kind === "category" ? deleteCategory : deleteEnvProject)(input, onlyAt(version));
}

/** Null if it is gone already, which is what was wanted; undefined if it says nothing of this one thing. */
export function whyKept(error: unknown, { formerVersion }: Made): Reason | null | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "CHANGED_MEANWHILE") return "changed";
  if (error.code === "VERSION_NOT_FOUND") return "former";
  if (error.code === "OUT_OF_BOUNDS") return "bounds";
  if (error.status === 404) return formerVersion === null ? null : "changed";
  return undefined;
}

/**
 * Whether a thing that has changed since has changed by this very undo: it was sent before, and its answer was lost. Then
 * there is one version more, by whoever imported.
 */
export async function isTakenBack({ version, isUnanswered, ...made }: Made, error: unknown): Promise<boolean> {
  if (!isUnanswered || !(error instanceof ApiError) || error.current?.version !== version + 1) return false;
  const versions = await versionsOf(made);
  const [restored, imported] = [version + 1, version].map((number) => versions.find((one) => one.version === number));
  const who = imported?.by?.userId ?? null;
  return who !== null && restored?.current === true && restored.by?.userId === who;
}

const versionsOf = async ({ kind, id, projectId }: Pick<Made, "kind" | "id" | "projectId">) =>
  kind === "envFile"
    ? (await listEnvFileVersions({ params: { id: projectId ?? "", fileId: id } })).data
    : listEntryVersions({ params: { id } });
