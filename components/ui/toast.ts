export type Toast = {
  id: number;
  tone: "success" | "danger" | "neutral";
  message: string;
  action?: { label: string; onSelect: () => void } | undefined;
};

type ToastOptions = { action?: Toast["action"] };

const shownMilliseconds = 5_000;
/** With something to press: long enough to read it, decide, and get there by keyboard. */
const actionMilliseconds = 15_000;
const keptAtMost = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast["tone"], message: string, options: ToastOptions = {}) {
  const id = ++lastId;
  publish([...toasts, { id, tone, message, action: options.action }].slice(-keptAtMost));
  // Errors stay until dismissed: nothing else may report them.
  if (tone !== "danger")
    window.setTimeout(() => dismissToast(id), options.action ? actionMilliseconds : shownMilliseconds);
}

/** Says what happened, in the past tense and with the name: `toast.success("Stripe was deleted")`. Callable from anywhere in the browser. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  error: (message: string, options?: ToastOptions) => show("danger", message, options),
  info: (message: string, options?: ToastOptions) => show("neutral", message, options),
};

export const dismissToast = (id: number) => publish(toasts.filter((shown) => shown.id !== id));

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => toasts,
  onServer: (): readonly Toast[] => none,
};

const none: readonly Toast[] = [];
