// What somebody typed into the form that is open when the session ends. In memory alone and for a short time: a full load
// forgets it, and so do signing out and leaving the page. Nothing that came from the vault belongs in it.
type Source = { form: string; read: () => unknown };

/** How long it waits for the same person to sign in again. */
export const typedKeptMilliseconds = 300_000;

let source: Source | undefined;
let kept: { form: string; typed: unknown } | undefined;

/** An open form offers what is typed into it; undefined while that is nothing. Answers with how to take the offer back. */
export function offerTyped(form: string, read: () => unknown): () => void {
  const own = { form, read };
  source = own;
  return () => {
    if (source === own) source = undefined;
  };
}

/** Whether a form would lose something if the page went now. */
export const hasTyped = (): boolean => source?.read() !== undefined;

/** Takes it from the open form, before the form goes with the page. */
export function keepTyped(): void {
  const typed = source?.read();
  if (!source || typed === undefined) return;
  kept = { form: source.form, typed };
  window.addEventListener("pagehide", forgetTyped, { once: true });
  window.setTimeout(forgetTyped, typedKeptMilliseconds);
}

/** What was kept, of whichever form. Reading changes nothing, since React may render more than once; forget it once it is shown. */
export const keptTyped = () => kept;

/** What was kept of this form. */
export const keptTypedOf = <T>(form: string): T | undefined => (kept?.form === form ? (kept.typed as T) : undefined);

export function forgetTyped(): void {
  kept = undefined;
}
