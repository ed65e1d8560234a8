import { useCopy } from "@/components/ui/buttons/use-copy";
import { serverNow } from "./server-clock";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { fetchCode, type LiveCode } from "./use-live-codes";

/**
 * Copies a token's code. If it is hidden or has just expired, it is fetched without being shown: of a token that follows
 * a counter, the next one.
 */
export function useCopyCode(
  token: TwoFactorToken,
  live: LiveCode | undefined,
): { copied: boolean; copying: boolean; copy: () => Promise<void> } {
  const { status, copy } = useCopy();
  const code = () =>
    live?.status === "shown" && live.endsAt > serverNow() ? live.code : async () => (await fetchCode(token)).code;
  return { copied: status === "copied", copying: status === "pending", copy: () => copy(code()) };
}
