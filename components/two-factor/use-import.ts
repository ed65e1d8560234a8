import { useCallback, useState } from "react";
import { toast } from "@/components/ui/toast";
import { createTwoFactorToken } from "@/lib/client/api";
import { describeError } from "@/lib/client/describe-error";
import type { TwoFactorToken } from "@/lib/contracts/two-factor";
import { readOtpauth, type OtpauthToken } from "@/lib/import/otpauth";
import { useRefreshTokens } from "./use-two-factor-tokens";

export type Candidate = OtpauthToken & {
  key: number;
  selected: boolean;
  /** A token of this name is in the vault already. */
  known: boolean;
  /** Why the server refused it. */
  error?: string;
};

export type Import = {
  candidates: readonly Candidate[];
  adding: boolean;
  /** Lists what a text holds; the number of tokens found, those listed already included. */
  take: (text: string) => number;
  change: (key: number, fields: Partial<Pick<Candidate, "selected" | "service" | "accountName">>) => void;
  add: () => Promise<void>;
};

let lastKey = 0;

/** Tokens that were found and wait to be confirmed. Their secrets are in this state alone, and go with the dialog. */
export function useImport(existing: readonly TwoFactorToken[], onDone: () => void): Import {
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  const [adding, setAdding] = useState(false);
  const refresh = useRefreshTokens();

  const take = useCallback(
    (text: string) => {
      const found = readOtpauth(text);
      setCandidates((last) => [
        ...last,
        ...found
          .filter(({ secret, problem }, index) => ![...last, ...found.slice(0, index)].some((other) => other.secret === secret && other.problem === problem))
          .map((token) => {
            const known = existing.some(({ service, accountName }) => service === token.service && accountName === token.accountName);
            return { ...token, key: ++lastKey, known, selected: !known && token.problem === undefined };
          }),
      ]);
      return found.length;
    },
    [existing],
  );

  const change: Import["change"] = (key, fields) => setCandidates((last) => last.map((candidate) => (candidate.key === key ? { ...candidate, ...fields } : candidate)));

  async function add() {
    const failed = new Map<number, string>();
    const chosen = candidates.filter(({ selected }) => selected);
    setAdding(true);
    for (const { key, service, accountName, secret } of chosen) {
      try {
        await createTwoFactorToken({ body: { service, accountName, secret } });
      } catch (error) {
        failed.set(key, describeError(error).message);
      }
    }
    const added = chosen.filter(({ key }) => !failed.has(key));
    if (added.length > 0) {
      await refresh();
      toast.success(added.length === 1 && added[0] ? `${added[0].service} was added` : `${added.length} tokens were added`);
    }
    setAdding(false);
    if (failed.size === 0) return onDone();
    // What was added leaves the list, so that trying again never adds it twice.
    setCandidates((last) => last.filter(({ key }) => !added.some((token) => token.key === key)).map((candidate) => (failed.has(candidate.key) ? { ...candidate, error: failed.get(candidate.key) ?? "" } : candidate)));
  }

  return { candidates, adding, take, change, add };
}
