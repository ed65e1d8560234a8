import type { RequestFacts } from "../../auth/caller";
import { findMembership } from "../../auth/grants/membership";
import type { ExchangeToken, IssuedKey } from "../../contracts/access/trust-rules";
import { type CoveredRow, selectionOf } from "../../crypto/macs/covered-columns";
import { instant } from "../../db/instants";
import { AppError } from "../../errors";
import { allFit, type Asked, type Claims, isFor, nearness } from "../../issuers/claims";
import { until } from "../../issuers/documents";
import { readUnverified, type TokenFault, TokenRefused, verifyIdToken } from "../../issuers/id-token";
import { runtime } from "../../runtime";
import { issueKey } from "../doors/disclose/issue-key";
import { recordRefusal } from "../doors/record/record-refusal";
import { issuerReach } from "./trust-rules";

/** Why a rule did not accept a token, as its activity says it. */
type Refusal = TokenFault | "issuer" | "audience" | "claims" | "maker" | "not-issued";

type Rule = CoveredRow<"TrustRule"> & { mac: string | null; id: string; userId: string; issuer: string; name: string };
type Verdict = { rule: Rule; refusal: Refusal };

/** A refusal takes this long, whatever was found out (ms). */
const refusalMs = 400;
/** Rules that are told of one refusal, if it came as near to all of them. */
const toldMax = 3;

/** Null for what is no rule's: rows are read before it is known who wrote them. */
function askedBy({ audience, claims }: Rule): Asked | null {
  try {
    const asked: unknown = JSON.parse(String(claims));
    if (typeof asked !== "object" || asked === null) return null;
    if (!Object.values(asked).every((pattern) => typeof pattern === "string")) return null;
    return { audience: String(audience), claims: asked as Asked["claims"] };
  } catch {
    return null;
  }
}

const isMeant = (claims: Claims, rule: Rule): boolean => {
  const asked = askedBy(rule);
  return asked !== null && isFor(claims, asked.audience) && allFit(claims, asked);
};

/** Whether the vault wrote it. Asked only of rules that something follows from: an issuer may have thousands. */
const isGenuine = (rule: Rule): boolean => runtime().rights.isGenuine("TrustRule", rule);

/**
 * Exchanges an ID token for an access key under the oldest rule that fits, or the one that is named. Throws TOKEN_REFUSED
 * alike for all reasons; the rule that the token was meant for is told the reason. An issuer that no rule names is never
 * asked, and neither is one whose token would fit no rule. Calls `noGuess` before it throws if the issuer could not be
 * asked.
 */
export async function exchangeToken(
  { token, rule: ruleId }: ExchangeToken,
  request: RequestFacts,
  noGuess: () => Promise<void>,
): Promise<IssuedKey> {
  const began = performance.now();
  const claimed = await readUnverified(token);
  const rules = claimed ? await rulesFor(claimed.iss, ruleId) : [];
  const verdicts = claimed ? await judge(token, claimed, rules, request) : [];
  if ("key" in verdicts) return { key: verdicts.key, expiresAt: instant(verdicts.expiresAt) };
  if (verdicts.some(({ refusal }) => refusal === "issuer-unavailable")) await noGuess();
  for (const { rule, refusal } of verdicts) await recordRefusal(rule, refusal, request);
  await until(began + refusalMs);
  throw new AppError("TOKEN_REFUSED");
}

/**
 * The rules of everybody that name this issuer, the oldest first; or the one with this id, whatever it names. Nobody has
 * checked yet that the vault wrote them.
 */
const rulesFor = (issuer: string, id: string | undefined): Promise<Rule[]> =>
  runtime().db.trustRule.findMany({
    where: id === undefined ? { issuer } : { id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { ...selectionOf("TrustRule"), name: true },
  });

async function judge(
  token: string,
  claimed: Claims & { iss: string },
  rules: readonly Rule[],
  request: RequestFacts,
): Promise<readonly Verdict[] | { key: string; expiresAt: Date }> {
  const ofIssuer = rules.filter(({ issuer }) => issuer === claimed.iss);
  const meant = ofIssuer.filter((rule) => isMeant(claimed, rule) && isGenuine(rule));
  const [first] = meant;
  if (!first) return nearest(claimed, rules);
  let claims: Claims;
  try {
    claims = await verifyIdToken(token, claimed.iss, issuerReach());
  } catch (error) {
    if (error instanceof TokenRefused) return [{ rule: first, refusal: error.fault }];
    throw error;
  }
  const verdicts: Verdict[] = [];
  for (const rule of meant) {
    const { makerId, userId } = rule;
    if (!isMeant(claims, rule)) verdicts.push({ rule, refusal: "claims" });
    else if (makerId !== null && !(await findMembership(userId, makerId))) verdicts.push({ rule, refusal: "maker" });
    else {
      const issued = await issueKey(rule, String(claims["sub"] ?? ""), request);
      if (issued) return issued;
      verdicts.push({ rule, refusal: "not-issued" });
    }
  }
  return verdicts.slice(0, toldMax);
}

/** The rules that a token came nearest to: they are told that it was refused, and nobody else. */
function nearest(claimed: Claims & { iss: string }, rules: readonly Rule[]): Verdict[] {
  const judged = rules.flatMap((rule) => {
    const asked = askedBy(rule);
    if (!asked) return [];
    const refusal: Refusal =
      rule.issuer !== claimed.iss ? "issuer" : isFor(claimed, asked.audience) ? "claims" : "audience";
    return [{ rule, refusal, nearness: nearness(claimed, asked) }];
  });
  const told: typeof judged = [];
  // Those that came as near stay in their order.
  for (const one of judged.sort((a, b) => b.nearness - a.nearness)) {
    const [first] = told;
    if (told.length === toldMax || (first && one.nearness < first.nearness)) break;
    if (isGenuine(one.rule)) told.push(one);
  }
  return told;
}
