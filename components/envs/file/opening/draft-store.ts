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

export function dropDraft(projectId?: string): void {
  if (projectId === undefined || kept?.projectId === projectId) kept = undefined;
}
