import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { createEntry } from "@/lib/services/entries/entries";
import { issueKey } from "@/lib/services/doors/disclose/issue-key";
import { unwatched } from "@/lib/services/maintenance/progress";
import { verifyActivity } from "@/lib/services/maintenance/verify/verify-activity";
import { renameProject } from "@/lib/services/projects";
import { exchangeToken } from "@/lib/services/access/token-exchange";
import { createTrustRule } from "@/lib/services/access/trust-rules";
import { selectionOf } from "@/lib/crypto/macs/covered-columns";
import { requestFacts } from "../../../support/callers/request-facts";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let ctx: { caller: SessionCaller };
beforeEach(async () => {
  vault = await aServiceVault(own);
  ctx = vault.ctx as typeof ctx;
});

async function aRule(issuer = "https://issuer.example.com") {
  const { id } = await createTrustRule(ctx, {
    ...{ name: "Deploy", issuer, audience: "vault", claims: { sub: "*" } },
    ...{ scopes: ["entries:read"], projects: ["billing"], minutes: 5 },
  });
  return own.db.trustRule.findUniqueOrThrow({ where: { id }, select: { ...selectionOf("TrustRule"), name: true } });
}
const issued = () => own.db.activity.findFirstOrThrow({ where: { userId: vault.userId, action: "trust-rule.issue" } });
const chainIsWhole = async () =>
  !(await verifyActivity(unwatched, [])).broken.some(({ vaultId }) => vaultId === vault.userId);

test.each([
  [
    "a character that takes two code units at the end of what is kept",
    `${"b".repeat(199)}😀branch`,
    `${"b".repeat(199)}😀`,
  ],
  ["such characters alone", "😀".repeat(300), "😀".repeat(200)],
  ["half of one", "branch \ud83d", "branch \ufffd"],
  ["U+0000", "branch \0", "branch \ufffd"],
])("the record of an issued key names its subject, and the chain stays whole: with %s", async (_, subject, kept) => {
  expect(await issueKey(await aRule(), subject, requestFacts())).not.toBeNull();
  expect((await issued()).actorName).toBe(kept);
  expect(await chainIsWhole()).toBe(true);
});

test("a rule whose project was renamed while a token was verified gives a key for its new name", async () => {
  const rule = await aRule();
  await createEntry(ctx, { categoryId: await vault.category("Stripe"), name: "billing", value: "not-a-real-key" });
  await renameProject(ctx, { from: "billing", to: "payments" });
  await issueKey(rule, "branch", requestFacts());
  const [key] = await own.db.accessKey.findMany({ where: { userId: vault.userId } });
  expect(key?.bounds).toBe('{"projects":["payments"]}');
});

test.each([
  ["an issuer with U+0000", { iss: "https://issuer.example.com\0", sub: "branch" }],
  ["an issuer with half a surrogate pair", { iss: "https://issuer.example.com/\ud83d", sub: "branch" }],
  ["a subject with U+0000", { iss: "https://issuer.example.com", sub: "branch\0" }],
])("a token of %s is refused, and no issuer is asked", async (_, claims) => {
  await aRule();
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString("base64url");
  const token = `${part({ alg: "RS256" })}.${part({ ...claims, aud: "vault" })}.bm9uZQ`;
  const noGuess = () => Promise.reject(new Error("the issuer was asked"));
  await expect(exchangeToken({ token }, requestFacts(), noGuess)).rejects.toMatchObject({ code: "TOKEN_REFUSED" });
  expect(await own.db.activity.count({ where: { userId: vault.userId, outcome: "refused" } })).toBe(0);
});
