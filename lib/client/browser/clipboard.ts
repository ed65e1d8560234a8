import { createStore, type Store } from "../store";

const clearAfterMilliseconds = 45_000;

/** Keeps when the clipboard is to be emptied, for the page that this tab loads next. Never what is in it. */
const endsAtKey = "clipboard-ends-at";

/**
 * `endsAt`: when the clipboard will be emptied (ms since the epoch). `manual`: this browser does not let the page do it.
 * `late`: the browser did not let it in time, so that it may hold something else by now.
 */
export type ClipboardState =
  | { status: "empty" }
  | { status: "clearing"; endsAt: number }
  | { status: "manual" }
  | { status: "late" }
  | { status: "cleared" };

const empty: ClipboardState = { status: "empty" };
const state = createStore<ClipboardState>(empty);
let timer: number | undefined;
/** Ends waiting for the moment at which a refused clearing is tried again. */
let waiting: AbortController | undefined;

/** One clipboard, so one state for the page, which outlives the button that copied. */
export const clipboardStore: Store<ClipboardState> = state;

export type CopyOptions = { secret?: boolean };

/** Copies are numbered as they are asked for. */
let lastAsked = 0;
/** The latest one whose text has come. */
let lastCome = 0;

const tooLate = new Error("The text came after that of a later copy");

/**
 * Copies a text, or the text a promise resolves to. A `secret` is cleared from the clipboard after 45 s if the browser
 * allows it. Call it directly from a user action: browsers refuse it otherwise. False if a later copy came first: then
 * that one stays.
 */
export async function copyText(
  source: string | (() => Promise<string>),
  { secret = true }: CopyOptions = {},
): Promise<boolean> {
  const own = ++lastAsked;
  const come = (text: string) => {
    if (own < lastCome) throw tooLate;
    lastCome = own;
    return text;
  };
  try {
    await write(typeof source === "string" ? come(source) : source().then(come));
  } catch (error) {
    if (error === tooLate) return false;
    throw error;
  }
  if (own < lastCome) return false;
  // Only now: if nothing was written, what was copied before is still there, and still to be cleared.
  if (secret && canWrite()) clearAt(Date.now() + clearAfterMilliseconds);
  else settle(secret ? { status: "manual" } : empty);
  return true;
}

/** Clears it now. Browsers refuse this without focus or a gesture; then it is tried again as soon as there is either. */
export async function clearClipboard(): Promise<void> {
  stopWaiting();
  const own = lastCome;
  const current = state.current();
  const endsAt = current.status === "clearing" ? current.endsAt : Date.now();
  try {
    await navigator.clipboard.writeText("");
  } catch {
    if (own === lastCome) clearAtNextGesture(endsAt);
    return;
  }
  if (own !== lastCome) return;
  settle({ status: "cleared" });
  timer = window.setTimeout(() => state.set(empty), 3_000);
}

/** Clears a copied secret now, and copies nothing whose text is still to come: the person is leaving. */
export async function leaveNothingCopied(): Promise<void> {
  lastCome = ++lastAsked;
  const { status } = state.current();
  // They were told, and the next one who signs in here copied nothing.
  if (status === "late") settle(empty);
  if (status !== "clearing") return;
  // Should the browser refuse, the page after this one tries again at once.
  keepEndsAt(Date.now());
  await clearClipboard();
}

/** How late what was copied is still cleared: after that, the clipboard may hold something that somebody needs. */
const lateMillisecondsMax = 5 * 60_000;

const isTooLate = (endsAt: number) => Date.now() - endsAt > lateMillisecondsMax;

/** Goes on with what an earlier page of this tab has copied: it is cleared when that page would have cleared it. */
export function resumeClearing(): void {
  const endsAt = keptEndsAt();
  if (endsAt === undefined) return;
  if (isTooLate(endsAt)) beLate();
  else if (state.current().status === "empty" && canWrite()) clearAt(endsAt);
}

export const dismissClipboardNotice = () => settle(empty);

// Absent on plain http beyond localhost, whatever the types say.
const canWrite = () => typeof navigator.clipboard?.writeText === "function";

function clearAt(endsAt: number) {
  settle({ status: "clearing", endsAt });
  keepEndsAt(endsAt);
  timer = window.setTimeout(() => clearInTime(endsAt), endsAt - Date.now());
}

/** A tab in the background, or on a machine that sleeps, hears of its time hours later. */
function clearInTime(endsAt: number) {
  if (isTooLate(endsAt)) beLate();
  else void clearClipboard();
}

/** The time stays until somebody has answered: this page may be one that says nothing of it, as the sign-in page. */
function beLate() {
  stopWaiting();
  state.set({ status: "late" });
}

/** From now on this is so, and nothing of what was before is still to be done. */
function settle(next: ClipboardState) {
  stopWaiting();
  keepEndsAt(undefined);
  state.set(next);
}

function stopWaiting() {
  window.clearTimeout(timer);
  waiting?.abort();
}

function clearAtNextGesture(endsAt: number) {
  const { signal } = (waiting = new AbortController());
  for (const type of ["focus", "pointerdown", "pointerup", "keydown"])
    window.addEventListener(type, () => clearInTime(endsAt), { signal });
  // Nobody should count on what no gesture does any more.
  timer = window.setTimeout(() => clearInTime(endsAt), endsAt - Date.now() + (lateMillisecondsMax + 1));
}

function keepEndsAt(endsAt: number | undefined) {
  try {
    if (endsAt === undefined) window.sessionStorage.removeItem(endsAtKey);
    else window.sessionStorage.setItem(endsAtKey, String(endsAt));
  } catch {
    // Storage is blocked: a secret is cleared only while its page is open.
  }
}

function keptEndsAt(): number | undefined {
  try {
    return Number(window.sessionStorage.getItem(endsAtKey)) || undefined;
  } catch {
    return undefined;
  }
}

async function write(text: string | Promise<string>): Promise<void> {
  if (!canWrite()) return copyBySelection(await text);
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text);
  // A promise keeps the user activation while the value is fetched: Safari refuses to write after an await.
  let failure: unknown;
  const blob = text.then(
    (value) => new Blob([value], { type: "text/plain" }),
    (cause: unknown) => {
      failure = cause;
      throw cause;
    },
  );
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  } catch (cause) {
    // The request's own refusal says more than the browser's NotAllowedError.
    throw failure ?? cause;
  }
}

function copyBySelection(text: string) {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  // In the open dialog if there is one: everything outside it is inert.
  const parent = document.querySelector("dialog:modal") ?? document.body;
  const focused = document.activeElement;
  area.className = "sr-only";
  parent.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("This browser refused to copy");
}
