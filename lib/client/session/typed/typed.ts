// Text typed into the open form when the session ended. It stays in memory for a short time only: a full load, signing
// out and leaving the page drop it. It never contains data from the vault.
type Typed = { form: string; typed: unknown };

/** How long it is kept for the same person to sign in again. */
export const typedKeptMilliseconds = 300_000;

/** The open forms, the last opened last: a dialog may be open over a form. */
const sources = new Set<() => Typed>();
let kept: Typed | undefined;
let timer: number | undefined;

/** Registers an open form's typed text; `undefined` while it is empty. Returns how to unregister it. */
export function offerTyped(form: string, read: () => unknown): () => void {
  const own = () => ({ form, typed: read() });
  sources.add(own);
  return () => void sources.delete(own);
}

/** What the topmost form has, of those in which something was typed. */
const typedNow = () => [...sources].map((own) => own()).findLast(({ typed }) => typed !== undefined);

/** Whether a form would lose text if the page was cleared now. */
export const hasTyped = (): boolean => typedNow() !== undefined;

/** Takes the text from the open form before the page is cleared. */
export function keepTyped(): void {
  const now = typedNow();
  if (!now) return;
  kept = now;
  window.addEventListener("pagehide", forgetTyped, { once: true });
  // That of a text before this one would cut its time short.
  window.clearTimeout(timer);
  timer = window.setTimeout(forgetTyped, typedKeptMilliseconds);
}

/**
 * The kept text, of any form. Reading has no side effect, since React may render more than once; forget it once it is
 * shown.
 */
export const keptTyped = () => kept;

/** The kept text of this form. */
export const keptTypedOf = <T>(form: string): T | undefined => (kept?.form === form ? (kept.typed as T) : undefined);

export function forgetTyped(): void {
  kept = undefined;
}

/** Drops the kept text if it is this form's. */
export function forgetTypedOf(form: string): void {
  if (kept?.form === form) forgetTyped();
}
