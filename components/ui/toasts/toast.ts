import { createStore, type Store } from "@/lib/client/store";

export type Toast = {
  id: number;
  tone: "success" | "danger" | "neutral";
  message: string;
  action?: { label: string; onSelect: () => void; /** Ctrl/Cmd-Z does it too. */ undoes?: boolean } | undefined;
};

type ToastOptions = { action?: Toast["action"] };

const keptAtMost = 8;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** The newest one is the last. */
export const toastStore: Store<readonly Toast[]> = toasts;

/** Whether somebody has to see it: it waits while newer ones cover it. */
const matters = ({ tone, action }: Toast) => tone === "danger" || action !== undefined;

function show(tone: Toast["tone"], message: string, options: ToastOptions = {}) {
  const shown = { id: ++lastId, tone, message, action: options.action };
  // What only tells gives way to what happened since, and an error that is told again to itself.
  const left = toasts.current().filter((one) => matters(one) && (one.action || one.message !== message));
  toasts.set([...left, shown].slice(-keptAtMost));
}

/** Says what happened, in the past tense and with the name: `toast.success("Stripe was deleted")`. Callable from anywhere in the browser. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  error: (message: string, options?: ToastOptions) => show("danger", message, options),
  info: (message: string, options?: ToastOptions) => show("neutral", message, options),
};

export const dismissToast = (id: number) => toasts.set(toasts.current().filter((shown) => shown.id !== id));
