import { useCallback, useRef, useState } from "react";
import { toast } from "@/components/ui/toasts/toast";
import { createTwoFactorToken } from "@/lib/client/http/api";
import { mayBeDone } from "@/lib/client/http/lost-answer";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import type { OtpauthToken } from "@/lib/import/otpauth/otpauth-token";
import { afterAttempt, listFound, type Candidate } from "./candidates";
import { useRefreshTokens } from "../use-two-factor-tokens";

export type Import = {
  candidates: readonly Candidate[];
  adding: boolean;
  /** Adds found tokens to the list; returns the names of those that were already listed with the same secret. */
  take: (found: readonly OtpauthToken[]) => { repeated: readonly string[] };
  change: (key: number, fields: Partial<Pick<Candidate, "selected" | "service" | "accountName">>) => void;
  add: () => Promise<void>;
};

/** Found tokens waiting for confirmation. Their secrets are only in this state, and are dropped with the dialog. */
export function useImport(existing: readonly TwoFactorToken[], onDone: () => void): Import {
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  const [adding, setAdding] = useState(false);
  const refresh = useRefreshTokens();

  // In a ref too, since several pictures may be processed before a render.
  const listed = useRef(candidates);
  const list = (next: readonly Candidate[]) => {
    listed.current = next;
    setCandidates(next);
  };

  const take = useCallback(
    (found: readonly OtpauthToken[]) => {
      const { candidates: next, repeated } = listFound(listed.current, found, existing);
      list(next);
      return { repeated };
    },
    [existing],
  );

  const change: Import["change"] = (key, fields) =>
    list(listed.current.map((candidate) => (candidate.key === key ? { ...candidate, ...fields } : candidate)));

  async function add() {
    const failed = new Map<number, unknown>();
    const chosen = candidates.filter(({ selected }) => selected);
    setAdding(true);
    for (const { key, service, accountName, secret } of chosen) {
      try {
        await createTwoFactorToken({ body: { service, accountName, secret } });
      } catch (error) {
        failed.set(key, error);
      }
    }
    const added = chosen.filter(({ key }) => !failed.has(key));
    if (added.length > 0 || [...failed.values()].some(mayBeDone)) await refresh();
    if (added.length > 0)
      toast.success(
        added.length === 1 && added[0]
          ? `${added[0].service} (${added[0].accountName}) was added`
          : `${added.length} tokens were added`,
      );
    setAdding(false);
    list(afterAttempt(listed.current, new Set(added.map(({ key }) => key)), failed));
    if (failed.size === 0) onDone();
  }

  return { candidates, adding, take, change, add };
}
