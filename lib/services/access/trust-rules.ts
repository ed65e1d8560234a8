import { trustRuleSubject } from "../../auth/activity/account-subjects";
import { type Bounds, projectsNamed } from "../../auth/grants/bounds";
import type { SessionCaller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { boundsIn, storedLimits, storedScopes } from "../../auth/grants/key-bounds";
import type { Scope } from "../../contracts/access/scopes";
import type { CreateTrustRule, TrustRule } from "../../contracts/access/trust-rules";
import { newRowId } from "../../db/row-id";
import { instant } from "../../db/instants";
import { byName } from "../../db/list-order";
import { AppError, invalidField } from "../../errors";
import { isLoopback } from "../../loopback";
import { faultOfUrl, type Reach } from "../../outbound/public-addresses";
import { runtime } from "../../runtime";
import * as change from "../doors/change/change";
import { owned, owner } from "../doors/owned";
import { note } from "../doors/record/record";
import { inOneTransaction } from "../doors/transaction";
import { whileMember } from "../teams/membership";

/** How many a vault may have. */
const rulesMax = 50;

/** As far as the operator's setting lets issuers lead. */
export const issuerReach = (): Reach => {
  const { ISSUER_ADDRESSES: allowed } = runtime().settings;
  return allowed === "private" ? "anywhere" : allowed;
};

type Row = {
  id: string;
  name: string;
  issuer: string;
  audience: string;
  claims: string;
  scopes: string;
  bounds: string | null;
  minutes: number;
  makerId: string | null;
  createdAt: Date;
};

/** `reach`: the reader's. A project outside it may have been renamed since they wrote the limit. */
function toTrustRule(row: Row, liveKeys: number, reach: Bounds | null): TrustRule {
  const { projects, environments } = boundsIn(row.bounds);
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    audience: row.audience,
    claims: JSON.parse(row.claims) as TrustRule["claims"],
    scopes: row.scopes.split(" ") as Scope[],
    projects: projectsNamed(projects, reach),
    environments,
    minutes: row.minutes,
    makerId: row.makerId,
    liveKeys,
    createdAt: instant(row.createdAt),
  };
}

export async function listTrustRules(ctx: Context<SessionCaller>): Promise<TrustRule[]> {
  const rows = await runtime().db.trustRule.findMany({
    where: owned(ctx, "TrustRule"),
    orderBy: [...byName],
    include: { _count: { select: { accessKeys: { where: { expiresAt: { gt: new Date() } } } } } },
  });
  return rows.map(({ _count, ...row }) => toTrustRule(row, _count.accessKeys, ctx.caller.bounds ?? null));
}

/** Throws a 400 for an issuer that the vault must not ask. */
function assertMayBeAsked(issuer: string): void {
  const { protocol, hostname } = new URL(issuer);
  const fault =
    protocol === "https:" || isLoopback(hostname)
      ? faultOfUrl(issuer, issuerReach(), "ISSUER_ADDRESSES to private")
      : "must start with https://";
  if (fault) throw invalidField("issuer", fault);
}

/** Throws TRUST_RULES_FULL, and TEAM_NOT_FOUND if its creator was removed meanwhile: their rules have gone with them. */
export function createTrustRule(ctx: Context<SessionCaller>, input: CreateTrustRule): Promise<TrustRule> {
  const { name, issuer, audience, claims, scopes, projects, environments, minutes } = input;
  assertMayBeAsked(issuer);
  return whileMember(ctx, async (ctx) => {
    const { team, userId: makerId } = ctx.caller;
    if ((await ctx.tx.trustRule.count({ where: owner(ctx) })) >= rulesMax) throw new AppError("TRUST_RULES_FULL");
    const row = {
      id: newRowId(),
      name,
      issuer,
      audience,
      claims: JSON.stringify(claims),
      scopes: storedScopes(scopes),
      bounds: storedLimits({ projects, environments }),
      minutes,
      makerId: team ? makerId : null,
    };
    const { mac } = runtime().rights.sign("TrustRule", { ...row, ...owner(ctx) });
    const made = await change.create(ctx, "TrustRule", { ...row, mac });
    note(ctx, "trust-rule.create", [trustRuleSubject(made)]);
    return toTrustRule(made, 0, null);
  });
}

/** When this returns, the keys that it issued are refused everywhere. Throws TRUST_RULE_NOT_FOUND. */
export const deleteTrustRule = (ctx: Context<SessionCaller>, id: string): Promise<void> =>
  inOneTransaction(
    ctx,
    async (ctx) => {
      const rule = await ctx.tx.trustRule.findFirst({ where: { id, ...owned(ctx, "TrustRule") } });
      await change.remove(ctx, "TrustRule", { id });
      if (rule) note(ctx, "trust-rule.delete", [trustRuleSubject(rule)]);
    },
    { line: "endings" },
  );
