import { describeError } from "@/lib/client/http/describe-error";
import { mayBeDone, whatFailed } from "@/lib/client/http/lost-answer";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import type { OtpauthToken } from "@/lib/import/otpauth/otpauth-token";

/** A found token, waiting for confirmation. */
export type Candidate = OtpauthToken & {
  key: number;
  /** As it was found, before anybody renamed it. */
  found: OtpauthToken;
  selected: boolean;
  /** A token of this name is in the vault already. */
  known: boolean;
  /** The name of a listed token with the same secret. */
  twin?: string;
  /** Why the server refused it. */
  error?: string;
};

const isSame = (a: OtpauthToken, b: OtpauthToken) =>
  a.secret === b.secret && a.service === b.service && a.accountName === b.accountName && a.problem === b.problem;

const nameOf = ({ service, accountName }: Pick<OtpauthToken, "service" | "accountName">) =>
  `${service} (${accountName})`;

/** The message about what was found again; empty if nothing was. */
export function repeatedText(names: readonly string[]): string {
  const [first, ...others] = [...new Set(names)];
  if (first === undefined) return "";
  return others.length === 0 ? `${first} was already listed.` : `Already listed: ${[first, ...others].join(", ")}.`;
}

let lastKey = 0;

/**
 * Appends found tokens to the list. A token with the same name and secret as a listed one is named but not listed
 * again, so that a camera may see it twice; another name for a secret is listed and marked.
 */
export function listFound(
  listed: readonly Candidate[],
  found: readonly OtpauthToken[],
  existing: readonly Pick<TwoFactorToken, "service" | "accountName">[],
): { candidates: Candidate[]; repeated: string[] } {
  const candidates = [...listed];
  const repeated: string[] = [];
  for (const token of found) {
    const { service, accountName, secret, problem } = token;
    if (candidates.some((other) => isSame(other.found, token))) {
      repeated.push(nameOf(token));
      continue;
    }
    const known = existing.some((one) => one.service === service && one.accountName === accountName);
    const twin = problem === undefined ? candidates.find((other) => other.secret === secret) : undefined;
    candidates.push({
      ...token,
      key: ++lastKey,
      found: token,
      known,
      ...(twin && { twin: nameOf(twin) }),
      selected: !known && !twin && problem === undefined,
    });
  }
  return { candidates, repeated };
}

const mayStand = "It may have been added anyway. Check the list before you tick it again.";

/**
 * The list once its ticked tokens were sent. What was added leaves it, so that a second try never adds it twice; what may
 * have been, its answer having been lost, is unticked. `failed`: why, by the candidates' keys.
 */
export const afterAttempt = (
  listed: readonly Candidate[],
  added: ReadonlySet<number>,
  failed: ReadonlyMap<number, unknown>,
): Candidate[] =>
  listed.flatMap((candidate) => {
    if (added.has(candidate.key)) return [];
    if (!failed.has(candidate.key)) return [candidate];
    const error = failed.get(candidate.key);
    if (mayBeDone(error)) return [{ ...candidate, selected: false, error: `${whatFailed(error)} ${mayStand}` }];
    return [{ ...candidate, error: describeError(error).message }];
  });
