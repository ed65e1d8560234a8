import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listAccessKeys, rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { updateMember, removeMember } from "@/lib/contracts/people/members";
import { renameProject } from "@/lib/contracts/vault/projects";
import { createTrustRule, deleteTrustRule, exchangeToken, listTrustRules } from "@/lib/contracts/access/trust-rules";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { toldTo } from "../../support/callers/activity";
import { type Actor, anonymous, aUser, sharedBaseUrl, withKey } from "../../support/callers/actors";
import { aCategory, anEntry } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { anIssuer, type Issuer, jobClaims, ruleFor } from "../../support/servers/issuer";
import { aCiProvider } from "../../support/oidc/ci-provider";
import { aMember, aTeam } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore, readStore } from "../../support/vaults/store";
import { testOnce } from "../../support/vaults/test-once";

const { aVault } = ownVaults();
/** Of the tests that look at all keys or rules in a database. */
const vault = await aVault();
const make = (who: Actor, issuer: Issuer, more: object = {}) =>
  who.call(createTrustRule, { body: ruleFor(issuer.issuer, more) });
const exchange = (baseUrl: string, token: string, rule?: string) =>
  anonymous(baseUrl).call(exchangeToken, { body: { token, ...(rule && { rule }) } });
const refused = async (baseUrl: string, token: string, rule?: string) => {
  const response = await anonymous(baseUrl).fetch("/api/token", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token, ...(rule && { rule }) }),
  });
  return { status: response.status, body: await response.text() };
};
const reasons = async (who: Actor, id: string) =>
  (await toldTo(who, "trust-rule.issue")).filter(({ object }) => object?.id === id).map(({ reason }) => reason);

describe("a trust rule", () => {
  test("gives a job a key with its rights, which ends by itself; each exchange of the token is recorded, and no token", async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const issuer = await anIssuer();
    const rule = await make(session, issuer, { projects: ["billing"] });
    expect(rule).toMatchObject({ minutes: 5, projects: ["billing"], environments: null, liveKeys: 0, makerId: null });
    const [inside, outside] = [await anEntry(session), await anEntry(session, { name: "shop" })];
    const token = await issuer.token();
    const { key, expiresAt } = await exchange(baseUrl, token);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 5 * 60_000)).toBeLessThan(60_000);
    const job = withKey(key, baseUrl);
    expect((await job.call(listEntries)).map(({ id }) => id)).toEqual([inside.id]);
    expect(await job.call(revealEntry, { params: { id: inside.id } })).toBeDefined();
    await expect(job.call(revealEntry, { params: { id: outside.id } })).rejects.toMatchObject({ status: 404 });
    expect(await job.call(whoAmI)).toMatchObject({ name: "Deploy web", expiresAt, scopes: rule.scopes });
    // The same token again, while it is valid.
    expect((await exchange(baseUrl, token, rule.id)).key).not.toBe(key);
    expect(await session.call(listTrustRules)).toEqual([{ ...rule, liveKeys: 2 }]);
    expect(await session.call(listAccessKeys)).toEqual([]);
    const told = await toldTo(session, "trust-rule.issue");
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({
      object: { kind: "trust-rule", id: rule.id, name: "Deploy web" },
      actor: { kind: "system", name: jobClaims().sub, keyPrefix: expect.stringMatching(/^svc_/) as string },
      outcome: "done",
      reason: null,
    });
    expect(JSON.stringify(told)).not.toContain(token.slice(-20));
    expect(issuer.asked).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  testOnce("takes what a certified provider says of a job of GitHub's, and of no other", async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const { id: entryId } = await anEntry(session, { name: "web" });
    const provider = await aCiProvider(baseUrl);
    const { id } = await session.call(createTrustRule, { body: ruleFor(provider.issuer, { audience: baseUrl }) });
    const { aud: _, ...job } = jobClaims();
    const { key } = await exchange(baseUrl, await provider.token(job));
    expect((await withKey(key, baseUrl).call(listEntries)).map((entry) => entry.id)).toEqual([entryId]);
    const other = await provider.token({ ...job, sub: "repo:acme/web-evil:ref:refs/heads/main" });
    expect(await refused(baseUrl, other)).toMatchObject({ status: 401 });
    const elsewhere = await (await aCiProvider("https://other.example.com")).token(job);
    expect(await refused(baseUrl, elsewhere, id)).toMatchObject({ status: 401 });
    expect(await reasons(session, id)).toEqual(["issuer", "claims", null]);
  });

  test("is asked for once by many jobs at the same time", async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const issuer = await anIssuer({ host: "localhost" });
    await make(session, issuer);
    const token = await issuer.token();
    const keys = await Promise.all(Array.from({ length: 10 }, () => exchange(baseUrl, token)));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(10);
    expect(issuer.asked).toHaveLength(2);
  });

  test("ends with the keys that it issued, and an expired one is refused", async () => {
    const { session } = await aUser(vault.baseUrl);
    const issuer = await anIssuer();
    const { id } = await make(session, issuer);
    const { key } = await exchange(vault.baseUrl, await issuer.token());
    const [row] = readStore<{ id: string }>(vault, 'SELECT "id" FROM "AccessKey" WHERE "ruleId" = ?', [id]);
    await expect(session.call(rotateAccessKey, { params: { id: row?.id ?? "" }, body: {} })).rejects.toMatchObject({
      code: "ACCESS_KEY_NOT_FOUND",
    });
    await session.call(deleteTrustRule, { params: { id } });
    await expect(withKey(key, vault.baseUrl).call(listEntries)).rejects.toMatchObject({ code: "AUTH_INVALID_KEY" });
    expect(readStore(vault, 'SELECT 1 FROM "AccessKey"')).toEqual([]);
    await expect(exchange(vault.baseUrl, await issuer.token())).rejects.toMatchObject({ code: "TOKEN_REFUSED" });
    expect((await toldTo(session, "trust-rule.delete"))[0]).toMatchObject({ object: { id } });
  });

  test("that somebody changed in the database gives nothing, and neither does a key that was", async () => {
    const { session } = await aUser(vault.baseUrl);
    const issuer = await anIssuer();
    const rule = await make(session, issuer);
    const { key } = await exchange(vault.baseUrl, await issuer.token());
    changeStore(vault, 'UPDATE "AccessKey" SET "ruleId" = NULL');
    await expect(withKey(key, vault.baseUrl).call(listEntries)).rejects.toMatchObject({ code: "AUTH_INVALID_KEY" });
    for (const [column, value] of [
      ["claims", '{"sub":"*"}'],
      ["audience", "anything"],
      ["scopes", "entries:read entries:write"],
      ["minutes", 60],
    ] as const) {
      const [before] = readStore(vault, `SELECT "${column}" AS "value" FROM "TrustRule"`);
      changeStore(vault, `UPDATE "TrustRule" SET "${column}" = ?`, [value]);
      const token = await issuer.token(column === "audience" ? { aud: "anything" } : {});
      expect(await refused(vault.baseUrl, token, rule.id)).toMatchObject({ status: 401 });
      changeStore(vault, `UPDATE "TrustRule" SET "${column}" = ?`, [before?.["value"]]);
    }
    await exchange(vault.baseUrl, await issuer.token(), rule.id);
  });

  test("of several that fit, the oldest is used, or the one that is named", async () => {
    const baseUrl = sharedBaseUrl();
    const [ada, grace] = [await aUser(baseUrl), await aUser(baseUrl)];
    const issuer = await anIssuer();
    const first = await make(ada.session, issuer);
    const second = await make(grace.session, issuer);
    const token = await issuer.token();
    const owner = async (rule?: string) =>
      (await withKey((await exchange(baseUrl, token, rule)).key, baseUrl).call(whoAmI)).userId;
    expect([await owner(), await owner(first.id), await owner(second.id)]).toEqual([ada.id, ada.id, grace.id]);
  });

  test("is renamed with its project", async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const issuer = await anIssuer();
    await anEntry(session);
    await make(session, issuer, { projects: ["billing", "shop"] });
    const renamed = await session.call(renameProject, { body: { from: "billing", to: "payments" } });
    expect(renamed).toMatchObject({ trustRules: 1 });
    expect((await session.call(listTrustRules))[0]?.projects).toEqual(["payments", "shop"]);
    const { key } = await exchange(baseUrl, await issuer.token());
    expect(await withKey(key, baseUrl).call(listEntries)).toHaveLength(1);
  });

  testOnce.each([
    ["issuer", { issuer: "http://issuer.example.com" }],
    ["issuer", { issuer: "https://10.0.0.7" }],
    ["issuer", { issuer: "https://ada:not-real@issuer.example.com" }],
    ["issuer", { issuer: "https://issuer.example.com?x=1" }],
    ["issuer", { issuer: "file:///etc/passwd" }],
    ["claims", { claims: {} }],
    ["claims", { claims: { sub: "**" } }],
    ["claims", { claims: { sub: "*:*" } }],
    ["claims", { claims: { iss: "https://issuer.example.com" } }],
    ["claims", { claims: { aud: "https://vault.example.com", sub: "*" } }],
    ["claims.sub", { claims: { sub: "a\nb" } }],
    ["minutes", { minutes: 61 }],
    ["minutes", { minutes: 0 }],
  ])("with a wrong %s is refused: %j", async (field, more) => {
    const { session } = await aUser();
    const body = { ...ruleFor("https://issuer.example.com"), ...more };
    expect(await send(session, "POST", "/api/trust-rules", body)).toMatchObject(refusedField(field));
  });
});

describe("in a team", () => {
  test("a rule's keys can do no more than its maker's role now; it ends with them, or goes on with who removes them", async () => {
    const baseUrl = sharedBaseUrl();
    const team = await aTeam(baseUrl);
    const [editor, other] = [await aMember(team, {}, baseUrl), await aMember(team, {}, baseUrl)];
    const issuer = await anIssuer();
    await aCategory(team.owner.at);
    const { id } = await make(editor.at, issuer, { scopes: ["entries:read", "entries:write"] });
    expect(await other.at.call(listTrustRules)).toEqual([]);
    await expect(other.at.call(deleteTrustRule, { params: { id } })).rejects.toMatchObject({ status: 404 });
    const { key } = await exchange(baseUrl, await issuer.token());
    const scopes = async () => (await withKey(key, baseUrl).call(whoAmI)).scopes;
    expect(await scopes()).toEqual(["entries:read", "entries:write"]);
    const params = { id: team.id, userId: editor.id };
    await team.owner.session.call(updateMember, { params, body: { role: "reader" } });
    expect(await scopes()).toEqual(["entries:read"]);
    await team.owner.session.call(removeMember, { params, query: { keys: "keep" } });
    expect(await scopes()).toEqual(["entries:read"]);
    expect(await team.owner.at.call(listTrustRules)).toMatchObject([{ id, makerId: team.owner.id, liveKeys: 1 }]);
    const { id: theirs } = await make(other.at, issuer, { audience: "other" });
    const issued = await exchange(baseUrl, await issuer.token({ aud: "other" }));
    await team.owner.session.call(removeMember, { params: { id: team.id, userId: other.id } });
    await expect(withKey(issued.key, baseUrl).call(whoAmI)).rejects.toMatchObject({ status: 401 });
    expect(await refused(baseUrl, await issuer.token({ aud: "other" }), theirs)).toMatchObject({ status: 401 });
    expect((await toldTo(team.owner.at, "trust-rule.delete"))[0]).toMatchObject({ object: { id: theirs } });
  });
});

describe("a token is refused alike, and its rule is told why:", () => {
  const now = () => Math.floor(Date.now() / 1000);
  /** A JWT whose signature nobody made. */
  const unsigned = (header: object, payload: object) =>
    `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;

  testOnce("forged, foreign, expired and look-alike ones", async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const [issuer, foreign] = [await anIssuer(), await anIssuer()];
    const { id } = await make(session, issuer);
    await exchange(baseUrl, await issuer.token());
    expect(foreign.key.kid).toBe(issuer.key.kid);
    const publicBytes = Buffer.from(JSON.stringify(issuer.key.jwk));
    const publicPem = createPublicKey({ key: issuer.key.jwk, format: "jwk" }).export({
      type: "spki",
      format: "pem",
    }) as string;
    const cases: [token: string, reason: string][] = [
      [await issuer.token({}, { key: foreign.key.privateKey }), "signature"],
      [await foreign.token({ iss: issuer.issuer }), "signature"],
      [`${(await issuer.token()).slice(0, -8)}AAAAAAAA`, "signature"],
      [unsigned({ alg: "none" }, { ...jobClaims(), iss: issuer.issuer, iat: now(), exp: now() + 300 }), "signature"],
      [await issuer.token({}, { header: { alg: "HS256" }, key: publicBytes }), "signature"],
      [await issuer.token({}, { header: { alg: "HS256" }, key: Buffer.from(publicPem) }), "signature"],
      [await issuer.token({}, { header: { alg: "HS256" }, key: Buffer.from(publicPem.trim()) }), "signature"],
      // Every issuer of these tests calls its first key the same: the name proves nothing.
      [await foreign.token({ iss: issuer.issuer }, { header: { kid: issuer.key.kid } }), "signature"],
      [await issuer.token({}, { header: { kid: undefined }, key: foreign.key.privateKey }), "signature"],
      [
        unsigned(
          { alg: "RS256", crit: ["b64"], b64: true, kid: issuer.key.kid },
          { ...jobClaims(), iss: issuer.issuer },
        ),
        "signature",
      ],
      [await issuer.token({}, { header: { typ: "at+jwt" } }), "signature"],
      [await issuer.token({ exp: now() - 60 }), "expired"],
      [await issuer.token({ iat: now() - 2 * 60 * 60 }), "too-old"],
      [await issuer.token({ iat: now() + 120 }), "not-yet-valid"],
      [await issuer.token({ nbf: now() + 120 }), "not-yet-valid"],
      [await issuer.token({ exp: undefined }), "times-missing"],
      [await issuer.token({ iat: undefined }), "times-missing"],
      [await issuer.token({ exp: String(now() + 300) }), "times-missing"],
      [await issuer.token({ exp: null }), "times-missing"],
      [await issuer.token({ iat: "now" }), "times-missing"],
      [await issuer.token({ nbf: "soon" }), "times-missing"],
      [await issuer.token({ aud: "https://other.example.com" }), "audience"],
      [await issuer.token({ aud: ["https://other.example.com", "x"] }), "audience"],
      [await issuer.token({ aud: undefined }), "audience"],
      [await issuer.token({ sub: "repo:acme/web-evil:ref:refs/heads/main" }), "claims"],
      [await issuer.token({ sub: "repo:acme/webx:ref:refs/heads/main" }), "claims"],
      [await issuer.token({ sub: "repo:evil/x:repo:acme/web:ref" }), "claims"],
      [await issuer.token({ sub: "repo:acme/web" }), "claims"],
      [await issuer.token({ sub: "REPO:acme/web:ref" }), "claims"],
      [await issuer.token({ sub: "repo:acme/web\n:ref" }), "claims"],
      [await issuer.token({ sub: "repo:acme/web:ref\nrepo:evil" }), "claims"],
      [await issuer.token({ sub: "repo:acme/*" }), "claims"],
      [await issuer.token({ sub: ["repo:acme/web:ref"] }), "claims"],
      [await issuer.token({ sub: undefined }), "claims"],
      // A Cyrillic letter, full width, decomposed, with a space of no width, percent-encoded, and a path around it.
      ...(await Promise.all(
        ["repo:\u0430cme/web:ref", "repo:acme/\uff57eb:ref", "repo:acme/we\u0301b:ref", "repo:acme/web\u200b:ref"]
          .concat("repo:acme%2Fweb:ref", "repo:acme/../acme/web:ref", "repo:acme/web :ref", " repo:acme/web:ref")
          .map(async (sub): Promise<[string, string]> => [await issuer.token({ sub }), "claims"]),
      )),
    ];
    // Each refusal takes its time: those with one reason at once, so that the order of the reasons is known.
    const byReason = [...new Set(cases.map(([, reason]) => reason))].map((reason) =>
      cases.filter(([, other]) => other === reason),
    );
    const answers = [];
    for (const alike of byReason) answers.push(...(await Promise.all(alike.map(([token]) => refused(baseUrl, token)))));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    // An issuer that no rule names is answered alike too, and is never asked; neither is nonsense told anywhere.
    const aliases = [`${issuer.issuer}/`, issuer.issuer.toUpperCase(), issuer.issuer.replace("127.0.0.1", "localhost")];
    const encrypted = ["e30", "", "AAAA", "AAAA", "AAAA"].join(".");
    const others = await Promise.all(aliases.map((iss) => issuer.token({ iss })));
    const untold = [await foreign.token(), ...others, "nonsense", "a.b.c", encrypted];
    for (const answer of await Promise.all(untold.map((token) => refused(baseUrl, token))))
      expect(answer).toEqual(answers[0]);
    expect(foreign.asked).toEqual([]);
    const told = byReason.flat().map(([, reason]) => reason);
    expect(await reasons(session, id)).toEqual([...told.reverse(), null]);
    // Meant for this rule by its id, from an issuer that it does not name.
    expect(await refused(baseUrl, await foreign.token(), id)).toEqual(answers[0]);
    expect((await reasons(session, id))[0]).toBe("issuer");
    expect(await session.call(listTrustRules)).toMatchObject([{ liveKeys: 1 }]);
  });

  testOnce(
    "of an issuer that is down, slow, huge, redirecting, or says that it is another or has its keys elsewhere",
    async () => {
      const baseUrl = sharedBaseUrl();
      const { session } = await aUser(baseUrl);
      const elsewhere = await anIssuer();
      const metadata = "/.well-known/openid-configuration";
      const faults: ((issuer: Issuer) => unknown)[] = [
        (issuer) => issuer.stop(),
        (issuer) => (issuer.documents[metadata] = () => {}),
        (issuer) => (issuer.documents["/keys"] = (outgoing) => void outgoing.writeHead(200).end("x".repeat(1_000_000))),
        (issuer) =>
          (issuer.documents["/keys"] = (outgoing) =>
            void outgoing.writeHead(302, { Location: `${elsewhere.issuer}/keys` }).end()),
        (issuer) => (issuer.documents[metadata] = (outgoing) => void outgoing.writeHead(500).end()),
        (issuer) => (issuer.documents[metadata] = (outgoing) => void outgoing.writeHead(200).end("not JSON")),
        (issuer) =>
          (issuer.documents[metadata] = issuer.json({ issuer: elsewhere.issuer, jwks_uri: `${issuer.issuer}/keys` })),
        (issuer) =>
          (issuer.documents[metadata] = issuer.json({
            issuer: `${issuer.issuer}/`,
            jwks_uri: `${issuer.issuer}/keys`,
          })),
        (issuer) =>
          (issuer.documents[metadata] = issuer.json({ issuer: issuer.issuer, jwks_uri: `${elsewhere.issuer}/keys` })),
        (issuer) =>
          (issuer.documents[metadata] = issuer.json({ issuer: issuer.issuer, jwks_uri: "file:///etc/passwd" })),
      ];
      const answers = await Promise.all(
        faults.map(async (fail) => {
          const issuer = await anIssuer();
          const { id } = await make(session, issuer);
          const token = await issuer.token();
          await fail(issuer);
          const began = performance.now();
          const answer = await refused(baseUrl, token);
          // How long it takes tells nothing of what is on this machine.
          const milliseconds = performance.now() - began;
          return { answer, milliseconds, reasons: await reasons(session, id) };
        }),
      );
      expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.answer.status).toBe(401);
      for (const { reasons, milliseconds } of answers) {
        expect(reasons).toEqual(["issuer-unavailable"]);
        expect(milliseconds).toBeGreaterThan(2_900);
      }
      expect(elsewhere.asked).toEqual([]);
    },
  );

  test("60 times an hour: nobody floods an activity", async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const issuer = await anIssuer();
    const { id } = await make(session, issuer);
    const token = await issuer.token({ sub: "repo:evil/web:ref" });
    await Promise.all(Array.from({ length: 90 }, () => refused(baseUrl, token)));
    expect(await reasons(session, id)).toHaveLength(60);
  });
});

testOnce(
  "an issuer's new keys are asked for as soon as a token names one, and its former ones no longer count",
  async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const issuer = await anIssuer({ alg: "ES256" });
    await make(session, issuer);
    const former = await issuer.token();
    await exchange(baseUrl, former);
    await issuer.rotate();
    await exchange(baseUrl, await issuer.token());
    expect(await refused(baseUrl, former)).toMatchObject({ status: 401 });
    // Whoever names keys that never were makes the vault ask a few times, and then no more.
    const before = issuer.asked.length;
    for (let name = 0; name < 12; name += 1)
      await refused(baseUrl, await issuer.token({}, { header: { kid: `none-${name}` } }));
    expect(issuer.asked.length - before).toBeLessThanOrEqual(10);
    await exchange(baseUrl, await issuer.token());
  },
);

testOnce(
  "tokens of an issuer that is down do not count as wrong ones, and the vault does not ask it again at once",
  async () => {
    const { baseUrl } = await aVault({ env: { AUTH_ADDRESS_FAILURES_MAX: "3" } });
    const { session } = await aUser(baseUrl);
    const [down, up] = [await anIssuer(), await anIssuer()];
    for (const issuer of [down, up]) await make(session, issuer);
    const token = await down.token();
    down.documents["/.well-known/openid-configuration"] = (outgoing) => void outgoing.writeHead(500).end();
    for (let time = 0; time < 6; time += 1) expect(await refused(baseUrl, token)).toMatchObject({ status: 401 });
    expect(down.asked).toHaveLength(1);
    expect((await exchange(baseUrl, await up.token())).key).toMatch(/^svc_/);
  },
);

testOnce("many refused tokens from one address are delayed like sign-ins; accepted ones are not counted", async () => {
  const { baseUrl } = await aVault({ env: { AUTH_ADDRESS_FAILURES_MAX: "5" } });
  const { session } = await aUser(baseUrl);
  const issuer = await anIssuer();
  await make(session, issuer);
  for (let time = 0; time < 8; time += 1) await exchange(baseUrl, await issuer.token());
  const wrong = await issuer.token({ aud: "other" });
  for (let time = 0; time < 5; time += 1) expect(await refused(baseUrl, wrong)).toMatchObject({ status: 401 });
  expect(await refused(baseUrl, wrong)).toMatchObject({ status: 429 });
  await expect(exchange(baseUrl, await issuer.token())).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
});

testOnce("where the operator allows only public issuers, none on this machine is trusted or asked", async () => {
  const { baseUrl } = await aVault({ env: { ISSUER_ADDRESSES: "public" } });
  const { session } = await aUser(baseUrl);
  const issuer = await anIssuer();
  const made = await send(session, "POST", "/api/trust-rules", ruleFor(issuer.issuer));
  expect(made).toMatchObject(refusedField("issuer"));
});

testOnce(
  "a public key or certificate that somebody sends with the token, or the address of one, is not used",
  async () => {
    const baseUrl = sharedBaseUrl();
    const { session } = await aUser(baseUrl);
    const [issuer, foreign] = [await anIssuer(), await anIssuer()];
    const { id } = await make(session, issuer);
    const { kid, jwk } = foreign.key;
    const certificate = Buffer.from("not-a-certificate").toString("base64");
    const headers = [
      { jwk, jku: `${foreign.issuer}/keys` },
      { jku: `${foreign.issuer}/keys`, kid: "elsewhere" },
      { x5u: `${foreign.issuer}/keys`, x5c: [certificate], x5t: "AAAA" },
    ];
    for (const header of headers)
      expect(
        await refused(baseUrl, await foreign.token({ iss: issuer.issuer }, { header: { kid, ...header } })),
      ).toMatchObject({ status: 401 });
    expect(foreign.asked).toEqual([]);
    expect(await reasons(session, id)).toEqual(headers.map(() => "signature"));
  },
);
