import type { OpenFile } from "./open-file";

const keptMilliseconds = 300_000;

let kept: { projectId: string; file: OpenFile } | undefined;
let timer: number | undefined;

/**
 * The unsaved text of a page that was left without a question: only the last one, for five minutes, in memory. A full
 * load, and so signing out, drops it.
 */
export function storeDraft(projectId: string, file: OpenFile): void {
  kept = { projectId, file: { ...file, before: undefined, concealed: true } };
  window.clearTimeout(timer);
  timer = window.setTimeout(() => dropDraft(), keptMilliseconds);
}

export const storedDraft = (projectId: string): OpenFile | undefined =>
  kept?.projectId === projectId ? kept.file : undefined;

/** After the page was left, the vault has saved `sent` of it as this version: that no longer waits, what was typed since does. */
export function settleDraft(projectId: string, sent: OpenFile, version: number): void {
  const draft = storedDraft(projectId);
  if (draft?.fileType !== sent.fileType || draft.knownVersion !== sent.knownVersion) return;
  if (draft.draft === sent.draft) dropDraft(projectId);
  else kept = { projectId, file: { ...draft, saved: sent.draft, knownVersion: version, from: undefined } };
}

export function dropDraft(projectId?: string): void {
  if (projectId === undefined || kept?.projectId === projectId) kept = undefined;
}
