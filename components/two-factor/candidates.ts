import type { TwoFactorToken } from "@/lib/contracts/two-factor";
import type { OtpauthToken } from "@/lib/import/otpauth-token";

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

let lastKey = 0;

/**
 * Appends found tokens to the list. A token with the same name and secret as a listed one is counted but not listed
 * again, so that a camera may see it twice; another name for a secret is listed and marked.
 */
export function listFound(
  listed: readonly Candidate[],
  found: readonly OtpauthToken[],
  existing: readonly Pick<TwoFactorToken, "service" | "accountName">[],
): { candidates: Candidate[]; repeated: number } {
  const candidates = [...listed];
  for (const token of found) {
    if (candidates.some((other) => isSame(other.found, token))) continue;
    const { service, accountName, secret, problem } = token;
    const known = existing.some((one) => one.service === service && one.accountName === accountName);
    const twin = problem === undefined ? candidates.find((other) => other.secret === secret) : undefined;
    candidates.push({
      ...token,
      key: ++lastKey,
      found: token,
      known,
      ...(twin && { twin: `${twin.service} (${twin.accountName})` }),
      selected: !known && !twin && problem === undefined,
    });
  }
  return { candidates, repeated: found.length - (candidates.length - listed.length) };
}
