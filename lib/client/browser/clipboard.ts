import { createStore, type Store } from "../store";

const clearAfterMilliseconds = 45_000;

/** `endsAt`: when the clipboard will be emptied (ms since the epoch). `manual`: this browser does not let the page do it. */
export type ClipboardState =
  { status: "empty" } | { status: "clearing"; endsAt: number } | { status: "manual" } | { status: "cleared" };

const empty: ClipboardState = { status: "empty" };
const state = createStore<ClipboardState>(empty);
let timer: number | undefined;

/** One clipboard, so one state for the page, which outlives the button that copied. */
export const clipboardStore: Store<ClipboardState> = state;

export type CopyOptions = { secret?: boolean };

/**
 * Copies a text, or the text a promise resolves to. A `secret` is cleared from the clipboard after 45 s if the browser
 * allows it. Call it directly from a user action: browsers refuse it otherwise.
 */
export async function copyText(
  source: string | (() => Promise<string>),
  { secret = true }: CopyOptions = {},
): Promise<void> {
  const text = typeof source === "string" ? source : source();
  await write(text);
  // Only now: if nothing was written, what was copied before is still there, and still to be cleared.
  window.clearTimeout(timer);
  if (!secret) return state.set(empty);
  if (!canWrite()) return state.set({ status: "manual" });
  state.set({ status: "clearing", endsAt: Date.now() + clearAfterMilliseconds });
  timer = window.setTimeout(() => void clearClipboard(), clearAfterMilliseconds);
}

/** Clears it now. Browsers refuse this without focus; then it is cleared as soon as the page has focus again. */
export async function clearClipboard(): Promise<void> {
  window.clearTimeout(timer);
  try {
    await navigator.clipboard.writeText("");
  } catch {
    window.addEventListener("focus", () => void clearClipboard(), { once: true });
    return;
  }
  state.set({ status: "cleared" });
  timer = window.setTimeout(() => state.set(empty), 3_000);
}

export const dismissClipboardNotice = () => state.set(empty);

// Absent on plain http beyond localhost, whatever the types say.
const canWrite = () => typeof navigator.clipboard?.writeText === "function";

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
