import { onDemand } from "@/components/ui/states/on-demand";
import { useStore } from "@/lib/client/hooks/use-store";
import { clockOffset } from "./server-clock";

// Few see it.
const DriftMessage = onDemand(() => import("./drift-message"));

const toleratedMilliseconds = 2_000;

/**
 * Codes follow the server's clock. If it differs from this device's, one of them is wrong, and services may refuse the
 * codes.
 */
export function DriftNotice() {
  const offset = useStore(clockOffset);
  return Math.abs(offset) <= toleratedMilliseconds ? null : <DriftMessage offset={offset} />;
}
