import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { exchangeToken } from "@/lib/services/access/token-exchange";
import { createTrustRule } from "@/lib/services/access/trust-rules";
import { anIssuer, ruleFor } from "../../../support/servers/issuer";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const request = { id: "request", address: null, userAgent: null };

/** An issuer that twenty rules name for other repositories, and how to make more. */
async function aNamedIssuer() {
  const issuer = await anIssuer();
  const { userId, ctx } = await aServiceVault(own);
  const caller = { ...(ctx.caller as SessionCaller), request };
  const rule = async (repository: string) => {
    const body = ruleFor(issuer.issuer, { claims: { sub: `repo:${repository}:*` } });
    return createTrustRule({ caller }, { ...body, projects: null, environments: null });
  };
  for (let number = 0; number < 20; number += 1) await rule(`other/${number}`);
  const isGenuine = vi.spyOn(own.rights, "isGenuine");
  onTestFinished(() => isGenuine.mockRestore());
  /** The rules whose MACs were checked. */
  const checked = () => [
    ...new Set(
      isGenuine.mock.calls.flatMap(([table, row]) =>
        table === "TrustRule" ? [(row as unknown as { id: string }).id] : [],
      ),
    ),
  ];
  const exchange = async () => exchangeToken({ token: await issuer.token() }, request, () => Promise.resolve());
  const reasons = async () =>
    (await own.db.activity.findMany({ where: { userId, action: "trust-rule.issue", outcome: "refused" } })).map(
      ({ objectId, reason }) => [objectId, reason],
    );
  return { issuer, rule, checked, exchange, reasons };
}

describe("of the rules that name a token's issuer, only the MACs of those are checked", () => {
  test("that the token fits", async () => {
    const { rule, checked, exchange } = await aNamedIssuer();
    const { id } = await rule("acme/web");
    expect(await exchange()).toMatchObject({ key: expect.stringMatching(/^svc_/) });
    expect(checked()).toEqual([id]);
  });

  test("that are told of a refusal", async () => {
    const { rule, checked, exchange, reasons } = await aNamedIssuer();
    const { id } = await rule("acme/webs");
    await expect(exchange()).rejects.toMatchObject({ code: "TOKEN_REFUSED" });
    expect(await reasons()).toEqual([[id, "claims"]]);
    expect(checked()).toEqual([id]);
  });
});

test("a rule that the vault did not write gives no key, is told nothing, and keeps nothing from others", async () => {
  const { issuer, rule, exchange, reasons } = await aNamedIssuer();
  const { id: feigned } = await rule("acme/webs");
  const claims = ['{"sub":"repo:acme/web:*"}', '{"sub":"repo:acme/we"}', '{"sub":1}', "null", "no JSON"];
  const { id: near } = await rule("acme/xyz");
  for (const text of claims) {
    await own.db.trustRule.update({ where: { id: feigned }, data: { claims: text } });
    await expect(exchange()).rejects.toMatchObject({ code: "TOKEN_REFUSED" });
  }
  expect(await reasons()).toEqual(claims.map(() => [near, "claims"]));
  await rule("acme/web");
  expect(await exchange()).toMatchObject({ key: expect.stringMatching(/^svc_/) });
  await expect(
    exchangeToken({ token: await issuer.token(), rule: feigned }, request, () => Promise.resolve()),
  ).rejects.toMatchObject({ code: "TOKEN_REFUSED" });
});
