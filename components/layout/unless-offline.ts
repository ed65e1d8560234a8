import { toast } from "@/components/ui/toast";

/**
 * Goes on, unless the vault can't be reached: the router would end on the browser's own error page. A vault on this machine
 * answers without a network too, so it is asked.
 */
export function unlessOffline(go: () => void): void {
  if (navigator.onLine) return go();
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5_000) }).then(go, () =>
    toast.info("The page was not opened: you are offline"),
  );
}
