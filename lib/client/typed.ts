// What somebody typed into a form that is open when the session ends. In memory alone and for a short time: a full load
// forgets it, and so do signing out and leaving the page. Nothing that came from the vault belongs in it.
type Source = () => unknown;

/** How long it waits for the same person to sign in again. */
export const typedKeptMilliseconds = 300_000;

const sources = new Map<string, Source>();
let kept: { form: string; typed: unknown } | undefined;

/** An open form offers what is typed into it; undefined while that is nothing. Answers with how to take the offer back. */
export function offerTyped(form: string, read: Source): () => void {
  sources.set(form, read);
  return () => void (sources.get(form) === read && sources.delete(form));
}

const read = () => [...sources].map(([form, source]) => ({ form, typed: source() })).find(({ typed }) => typed !== undefined);

/** Whether a form would lose something if the page went now. */
export const hasTyped = (): boolean => read() !== undefined;

/** Takes it from the open form, before the form goes with the page. */
export function keepTyped(): void {
  kept = read() ?? kept;
  if (kept) window.addEventListener("pagehide", forgetTyped, { once: true });
}

/** What was kept of this form. Reading changes nothing, since React may render more than once; forget it once it is shown. */
export const keptTyped = <T>(form: string): T | undefined => (kept?.form === form ? (kept.typed as T) : undefined);

export const isTypedKept = (): boolean => kept !== undefined;

export function forgetTyped(): void {
  kept = undefined;
}
