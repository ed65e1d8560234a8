import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { createEntry, revealEntry } from "@/lib/contracts/vault/entries";
import { createTeam } from "@/lib/contracts/people/teams";
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
  updateWebhook,
} from "@/lib/contracts/access/webhooks";
import { toldTo } from "../../support/callers/activity";
import { type Actor, aUser } from "../../support/callers/actors";
import { aCategory } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { aMember, aTeam, within } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore } from "../../support/vaults/store";
import { aReceiver, headersOf, typeOf } from "../../support/servers/webhook-receiver";
import { testOnce } from "../../support/vaults/test-once";

const vault = await ownVaults().aVault({ env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
const { baseUrl } = vault;
const make = (who: Actor, url: string, events: string[] = ["*"]) => who.call(createWebhook, { body: { url, events } });

/** Once this many attempts have failed, the wait for the next one is over. */
const nextAttemptNow = (id: string, attempts: number) =>
  expect
    .poll(() =>
      changeStore(
        vault,
        'UPDATE "Webhook" SET "nextAttemptAt" = NULL WHERE "id" = ? AND "attempts" = ? AND "nextAttemptAt" IS NOT NULL',
        [id, attempts],
      ),
    )
    .toBe(1);

describe("a webhook", () => {
  test("is told what happens, in order, with names and ids, and without values; the reference library verifies it", async () => {
    const { session, id: userId } = await aUser(baseUrl);
    const receiver = await aReceiver();
    const { secret, ...webhook } = await make(session, receiver.url, ["category.*", "entry.create", "entry.reveal"]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await session.call(listWebhooks)).toEqual([webhook]);
    const category = await aCategory(session, { name: "Stripe" });
    const value = "not-a-real-value-of-stripe";
    const entry = await session.call(createEntry, { body: { categoryId: category.id, name: "billing", value } });
    await session.call(revealEntry, { params: { id: entry.id } });
    const got = await receiver.got(3);
    expect(got.map(typeOf)).toEqual(["category.create", "entry.create", "entry.reveal"]);
    for (const one of got) {
      expect(new Verifier(secret).verify(one.body, headersOf(one))).toEqual(JSON.parse(one.body));
      expect(() => new Verifier(secret).verify(`${one.body} `, headersOf(one))).toThrow();
      expect(one.body).not.toContain(value);
    }
    expect(JSON.parse(got[2]?.body ?? "")).toEqual({
      type: "entry.reveal",
      timestamp: expect.any(String) as string,
      data: {
        id: expect.any(String) as string,
        vaultId: userId,
        number: expect.any(Number) as number,
        actor: { kind: "session", userId, name: expect.any(String) as string, keyId: null, keyPrefix: null },
        object: { kind: "entry", id: entry.id, name: "Stripe · billing" },
        count: null,
        outcome: "done",
        requestId: expect.any(String) as string,
      },
    });
    expect(await toldTo(session, "webhook.create")).toMatchObject([
      { object: { kind: "webhook", id: webhook.id, name: `127.0.0.1:${receiver.port}` } },
    ]);
  });

  test("that does not take a message gets it again under the same id, before any later one", async () => {
    const { session } = await aUser(baseUrl);
    const receiver = await aReceiver((outgoing, _, number) => void outgoing.writeHead(number < 3 ? 500 : 200).end());
    const { id } = await make(session, receiver.url, ["category.create", "team.create"]);
    await aCategory(session, { name: "First" });
    await aCategory(session, { name: "Second" });
    for (const attempts of [1, 2]) await nextAttemptNow(id, attempts);
    const got = await receiver.got(4);
    expect(got.map(({ body }) => Object(JSON.parse(body)).data.object.name)).toEqual([
      "First",
      "First",
      "First",
      "Second",
    ]);
    const ids = got.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(2);
    await expect
      .poll(() => session.call(listDeliveries, { params: { id } }))
      .toMatchObject([
        { event: "category.create", state: "delivered", attempts: 1, status: 200, messageId: ids[3] },
        { event: "category.create", state: "delivered", attempts: 3, status: 200, messageId: ids[0] },
      ]);
  });

  test("that is gone is disabled and told so in the activity; changed, it is told what happens from then on", async () => {
    const { session } = await aUser(baseUrl);
    const receiver = await aReceiver((outgoing, _, number) => void outgoing.writeHead(number === 1 ? 410 : 204).end());
    const { id } = await make(session, receiver.url, ["category.create"]);
    await aCategory(session, { name: "First" });
    await expect.poll(() => session.call(listWebhooks)).toMatchObject([{ id, disabledFor: "gone" }]);
    expect(await toldTo(session, "webhook.disable")).toMatchObject([{ actor: { kind: "system" }, object: { id } }]);
    await aCategory(session, { name: "Missed" });
    expect(await session.call(updateWebhook, { params: { id }, body: {} })).toMatchObject({ disabledAt: null });
    await aCategory(session, { name: "Third" });
    const got = await receiver.got(2);
    expect(got.map(({ body }) => Object(JSON.parse(body)).data.object.name)).toEqual(["First", "Third"]);
  });

  test("that failed for a day is disabled; the message can be sent again by hand", async () => {
    const { session } = await aUser(baseUrl);
    const receiver = await aReceiver((outgoing, _, number) => void outgoing.writeHead(number < 3 ? 503 : 204).end());
    const { id } = await make(session, receiver.url, ["category.create"]);
    await aCategory(session);
    await receiver.got(1);
    await expect.poll(() => session.call(listWebhooks)).toMatchObject([{ failingSince: expect.any(String) as string }]);
    const longAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString().replace("Z", "+00:00");
    changeStore(vault, 'UPDATE "Webhook" SET "failingSince" = ?, "nextAttemptAt" = ? WHERE "id" = ?', [
      longAgo,
      longAgo,
      id,
    ]);
    await expect.poll(() => session.call(listWebhooks)).toMatchObject([{ disabledFor: "failing" }]);
    const [failed] = await session.call(listDeliveries, { params: { id } });
    expect(failed).toMatchObject({ state: "failed", status: 503, attempts: 2 });
    const params = { id, deliveryId: failed?.id ?? "" };
    expect(await session.call(redeliver, { params })).toMatchObject({ state: "delivered", status: 204, attempts: 3 });
    const got = await receiver.got(3);
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  });

  testOnce("is sent a test on request, which says what became of it; redirects are not followed", async () => {
    const { session } = await aUser(baseUrl);
    const elsewhere = await aReceiver();
    const receiver = await aReceiver((outgoing) => void outgoing.writeHead(307, { Location: elsewhere.url }).end());
    const { id, secret } = await make(session, receiver.url);
    const sent = await session.call(testWebhook, { params: { id } });
    expect(sent).toMatchObject({ event: "webhook.test", state: "failed", status: 307, attempts: 1 });
    const [first] = (await receiver.got(1)).filter((one) => typeOf(one) === "webhook.test");
    expect(first && new Verifier(secret).verify(first.body, headersOf(first))).toMatchObject({ type: "webhook.test" });
    const down = await make(session, "http://127.0.0.1:1/");
    expect(await session.call(testWebhook, { params: { id: down.id } })).toMatchObject({
      state: "failed",
      status: null,
      fault: "unreachable",
    });
    expect(elsewhere.received).toEqual([]);
  });

  test("that was deleted is told nothing more; its deliveries are gone", async () => {
    const { session } = await aUser(baseUrl);
    const receiver = await aReceiver();
    const { id } = await make(session, receiver.url, ["category.create"]);
    const other = await make(session, receiver.url, ["entry.create"]);
    await session.call(deleteWebhook, { params: { id } });
    const category = await aCategory(session);
    await session.call(createEntry, { body: { categoryId: category.id, name: "billing", value: "not-a-real-value" } });
    expect((await receiver.got(1)).map(typeOf)).toEqual(["entry.create"]);
    expect(await send(session, "GET", `/api/webhooks/${id}/deliveries`)).toMatchObject({ status: 404 });
    expect((await session.call(listWebhooks)).map((one) => one.id)).toEqual([other.id]);
  });
});

describe("its address", () => {
  test.for([
    ["http://hooks.example.com/", "must start with https://"],
    ["https://127.0.0.1/", "must not lead to this machine"],
    ["https://0x7f.1/", "must not lead to this machine"],
    ["https://localhost:8443/", "must not lead to this machine"],
    ["https://vault.localhost/", "must not lead to this machine"],
    ["https://[::1]/", "must not lead to this machine"],
    ["https://[::ffff:10.0.0.1]/", "must not lead to this machine"],
    ["https://169.254.169.254/latest/meta-data/", "must not lead to this machine"],
    ["https://ada:secret@hooks.example.com/", "must not contain a user name or password"],
    ["ftp://hooks.example.com/", "must be an https address"],
    ["hooks", "must be an https address"],
  ] as const)("%s is refused", async ([url, why]) => {
    const { session } = await aUser();
    const answer = await send(session, "POST", "/api/webhooks", { url, events: ["*"] });
    expect(answer).toMatchObject(refusedField("url"));
    expect(answer.text).toContain(why);
    const { id } = await make(session, "https://hooks.example.com/", ["account.identity-unlink"]);
    expect(await send(session, "PUT", `/api/webhooks/${id}`, { url })).toMatchObject({ status: 400 });
  });
});

testOnce("events are names of the activity, of one kind, or all; others are refused", async () => {
  const { session } = await aUser();
  for (const events of [[], ["entry.created"], ["webhook.test"], ["nothing.*"], "*", [""]])
    expect(await send(session, "POST", "/api/webhooks", { url: "https://hooks.example.com/", events })).toMatchObject({
      status: 400,
    });
});

test("a vault has at most 20, also if many are made at once", async () => {
  const { session } = await aUser();
  const body = { url: "https://hooks.example.com/", events: ["account.identity-unlink"] };
  const answers = await Promise.all(Array.from({ length: 24 }, () => send(session, "POST", "/api/webhooks", body)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ json }) => Object(json).code === "WEBHOOKS_FULL")).toHaveLength(4);
});

test("in a team they are its owners', who are told of the team's vault and of no other", async () => {
  const { session } = await aUser(baseUrl);
  const { id } = await session.call(createTeam, { body: { name: "Payments" } });
  const inTeam = within(session, id, baseUrl);
  const receiver = await aReceiver();
  await make(inTeam, receiver.url, ["category.create"]);
  await aCategory(session, { name: "own" });
  await aCategory(inTeam, { name: "shared" });
  const [got] = await receiver.got(1);
  expect(JSON.parse(got?.body ?? "")).toMatchObject({ data: { vaultId: id, object: { name: "shared" } } });
  expect(await session.call(listWebhooks)).toEqual([]);
});

test("other members neither see nor make any", async () => {
  const team = await aTeam();
  const { at } = await aMember(team, { role: "editor" });
  for (const [method, body] of [["GET"], ["POST", { url: "https://hooks.example.com/", events: ["*"] }]] as const)
    expect(await send(at, method, "/api/webhooks", body)).toMatchObject({
      status: 403,
      json: { code: "TEAM_OWNER_REQUIRED" },
    });
});
