import { toast } from "@/components/ui/toasts/toast";
import { lastAnswer } from "@/lib/client/http/call";

/**
 * Continues, unless the vault can't be reached: the router would end on the browser's own error page. The vault is asked if
 * there is no network, since one on this machine still answers, and if the last request got no answer: it may be down.
 */
export function unlessOffline(go: () => void): void {
  if (navigator.onLine && lastAnswer.came) return go();
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5_000) }).then(go, () =>
    toast.info(`The page was not opened: ${navigator.onLine ? "the vault can’t be reached" : "you are offline"}`),
  );
}
