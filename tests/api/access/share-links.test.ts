import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { deleteAccount, reauthenticate } from "@/lib/contracts/people/account";
import {
  createShareLink,
  type CreateShareLink,
  deleteShareLink,
  listShareLinks,
  openShareLink,
} from "@/lib/contracts/transfer/links";
import { removeMember } from "@/lib/contracts/people/members";
import { facts, toldTo } from "../../support/callers/activity";
import { type Actor, anonymous, aUser, aUserWithKey, sharedBaseUrl, withKey } from "../../support/callers/actors";
import { isoInstant } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { aMember, aTeam } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeSharedStore, readSharedStore } from "../../support/vaults/shared-store";

const { aVault } = ownVaults();
const ciphertext = randomBytes(100).toString("base64url");
const make = (who: Actor, fields: Partial<CreateShareLink> = {}) =>
  who.call(createShareLink, { body: { ciphertext, views: 1, expiresInHours: 24, ...fields } });
const open = (id: string) => anonymous().call(openShareLink, { params: { id } });
/** What somebody gets who asks for a link that gives nothing. */
const asked = (id: string) => send(anonymous(), "POST", `/api/links/${id}/open`);
const gone = { status: 404, json: { code: "LINK_NOT_FOUND" } };
const rowOf = (id: string) => readSharedStore('SELECT "id" FROM "ShareLink" WHERE "id" = ?', [id]);

describe("a link", () => {
  test("has an id of 128 random bits, an address without a key, and an end", async () => {
    const { session } = await aUser();
    const link = await make(session, { expiresInHours: 24 });
    expect(link).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/) as string,
      url: `${sharedBaseUrl()}/share/${link.id}`,
      expiresAt: expect.stringMatching(isoInstant) as string,
    });
    const hours = (Date.parse(link.expiresAt) - Date.now()) / 3_600_000;
    expect([hours > 23.9, hours <= 24]).toEqual([true, true]);
    expect((await make(session)).id).not.toBe(link.id);
  });

  test("gives what it holds to anybody as often as was said, and is then deleted", async () => {
    const { session } = await aUser();
    const { id } = await make(session, { views: 2, hint: "For Grace" });
    expect(await open(id)).toEqual({ ciphertext, hint: "For Grace", viewsLeft: 1 });
    expect(await session.call(listShareLinks)).toMatchObject([{ id, views: 2, viewsLeft: 1 }]);
    expect(await open(id)).toEqual({ ciphertext, hint: "For Grace", viewsLeft: 0 });
    expect(await asked(id)).toMatchObject(gone);
    expect(await session.call(listShareLinks)).toEqual([]);
    expect(rowOf(id)).toEqual([]);
  });

  test("opened by many at once gives its views to as many, and to nobody else", async () => {
    const { session } = await aUser();
    for (const views of [1, 3]) {
      const { id } = await make(session, { views });
      const answers = await Promise.all(Array.from({ length: 8 }, () => asked(id)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(views);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(8 - views);
    }
    expect(await toldTo(session, "link.open")).toHaveLength(4);
  });

  test("spent, expired, revoked, or never there: all are answered alike, and so is what is no id", async () => {
    const { session } = await aUser();
    const [spent, expired, revoked] = [await make(session), await make(session), await make(session)];
    await open(spent.id);
    changeSharedStore(`UPDATE "ShareLink" SET "expiresAt" = '2026-01-01T00:00:00.000+00:00' WHERE "id" = ?`, [
      expired.id,
    ]);
    await session.call(deleteShareLink, { params: { id: revoked.id } });
    const never = randomBytes(16).toString("base64url");
    const texts = [];
    for (const id of [spent.id, expired.id, revoked.id, never, "x", crypto.randomUUID()]) {
      const answer = await asked(id);
      expect(answer).toMatchObject(gone);
      texts.push(answer.text);
    }
    expect(new Set(texts).size).toBe(1);
    expect((await session.call(listShareLinks)).map(({ id }) => id)).not.toContain(expired.id);
    await expect(session.call(deleteShareLink, { params: { id: expired.id } })).rejects.toMatchObject(gone.json);
  });

  test("holds 256 KiB of text, encrypted", async () => {
    const { session } = await aUser();
    const large = randomBytes(256 * 1024 + 120).toString("base64url");
    const { id } = await make(session, { ciphertext: large });
    expect((await open(id)).ciphertext).toBe(large);
  });

  test.each(["a+b/cd==", "v1:AQID.BAUG~", "not-a-real-ciphertext_"])("gives back %j as it came", async (text) => {
    const { session } = await aUser();
    const { id } = await make(session, { ciphertext: text });
    expect((await open(id)).ciphertext).toBe(text);
  });

  test("is not spent by previews and scanners, which ask for all that they see by GET, HEAD and OPTIONS", async () => {
    const { session } = await aUser();
    const { id, url } = await make(session);
    const answers: [string, number][] = [];
    for (const method of ["GET", "HEAD", "OPTIONS"])
      for (const address of [new URL(url).pathname, `/api/links/${id}/open`, `/api/links/${id}`]) {
        const headers = { "User-Agent": "Slackbot-LinkExpanding 1.0", "Sec-Purpose": "prefetch" };
        const answer = await anonymous().fetch(address, { method, headers });
        answers.push([method, answer.status]);
        expect(await answer.text()).not.toContain(ciphertext);
      }
    expect(answers.filter(([method, status]) => method !== "OPTIONS" && status === 200)).toEqual([
      ["GET", 200],
      ["HEAD", 200],
    ]);
    expect(await session.call(listShareLinks)).toMatchObject([{ id, viewsLeft: 1 }]);
    expect((await open(id)).viewsLeft).toBe(0);
  });

  test("is not spent by another site's page", async () => {
    const { session } = await aUser();
    const { id } = await make(session);
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await anonymous().fetch(`/api/links/${id}/open`, { method: "POST", headers })).status).toBe(403);
    expect((await anonymous().fetch(`/api/links/${id}/open`)).status).toBe(405);
    expect((await open(id)).viewsLeft).toBe(0);
  });

  test.each([
    ["ciphertext", { ciphertext: "" }],
    ["ciphertext", { ciphertext: "not one word" }],
    ["ciphertext", { ciphertext: "not-ASCII-é" }],
    ["ciphertext", { ciphertext: "A".repeat(350_001) }],
    ["views", { views: 0 }],
    ["views", { views: 11 }],
    ["expiresInHours", { expiresInHours: 0 }],
    ["expiresInHours", { expiresInHours: 169 }],
    ["hint", { hint: "two\nlines" }],
    ["key", { key: "not-a-real-key" }],
  ])("with a wrong %s is refused by its name", async (field, wrong) => {
    const { session } = await aUser();
    const body = { ciphertext, views: 1, expiresInHours: 1, ...wrong };
    expect(await send(session, "POST", "/api/links", body)).toMatchObject(refusedField(field));
  });
});

describe("the maker", () => {
  test("lists and revokes what they made, and nobody else does", async () => {
    const [{ session }, other] = [await aUser(), await aUser()];
    const { id, expiresAt } = await make(session, { hint: "For Grace" });
    expect(await session.call(listShareLinks)).toEqual([
      {
        id,
        hint: "For Grace",
        views: 1,
        viewsLeft: 1,
        keyId: null,
        expiresAt,
        createdAt: expect.stringMatching(isoInstant) as string,
      },
    ]);
    expect(await other.session.call(listShareLinks)).toEqual([]);
    await expect(other.session.call(deleteShareLink, { params: { id } })).rejects.toMatchObject(gone.json);
    await session.call(deleteShareLink, { params: { id } });
    expect(await asked(id)).toMatchObject(gone);
  });

  test("by an access key sees the key's own links; a session sees both", async () => {
    const { session, key, accessKey } = await aUserWithKey({ scopes: ["entries:reveal"] });
    const second = withKey(
      (await session.call(createAccessKey, { body: { name: "CI", scopes: ["entries:reveal"] } })).key,
    );
    const [own, byKey] = [await make(session), await make(key)];
    expect((await session.call(listShareLinks)).map(({ id, keyId }) => [id, keyId])).toEqual([
      [byKey.id, accessKey.id],
      [own.id, null],
    ]);
    expect((await key.call(listShareLinks)).map(({ id }) => id)).toEqual([byKey.id]);
    expect(await second.call(listShareLinks)).toEqual([]);
    for (const id of [own.id, byKey.id])
      await expect(second.call(deleteShareLink, { params: { id } })).rejects.toMatchObject(gone.json);
    await key.call(deleteShareLink, { params: { id: byKey.id } });
  });

  test("in a team sees their own; its owners see all, and they end with the membership", async () => {
    const team = await aTeam();
    const [one, two] = [await aMember(team, { role: "reader" }), await aMember(team)];
    const [ofOne, ofTwo] = [await make(one.at), await make(two.at)];
    const listed = async (who: Actor) => (await who.call(listShareLinks)).map(({ id }) => id);
    expect([await listed(one.at), await listed(one.session)]).toEqual([[ofOne.id], []]);
    expect(await listed(team.owner.at)).toEqual([ofTwo.id, ofOne.id]);
    await team.owner.session.call(removeMember, { params: { id: team.id, userId: one.id } });
    expect(await asked(ofOne.id)).toMatchObject(gone);
    expect((await open(ofTwo.id)).viewsLeft).toBe(0);
  });

  test("takes their links along when they delete the account", async () => {
    const { session, email, password } = await aUser();
    const { id } = await make(session);
    await session.call(reauthenticate, { body: { password } });
    await session.call(deleteAccount, { body: { email } });
    expect([await asked(id), rowOf(id)]).toMatchObject([gone, []]);
  });
});

test("making, opening and revoking are recorded, without the id that opens it", async () => {
  const { session } = await aUser();
  const [opened, revoked] = [await make(session, { hint: "For Grace" }), await make(session)];
  await open(opened.id);
  await session.call(deleteShareLink, { params: { id: revoked.id } });
  const told = (await toldTo(session)).map(facts).filter(({ action }) => action.startsWith("link."));
  expect(told.map(({ action, object }) => [action, object?.name])).toEqual([
    ["link.delete", null],
    ["link.open", "For Grace"],
    ["link.create", null],
    ["link.create", "For Grace"],
  ]);
  expect(told[1]).toMatchObject({
    actor: { kind: "system", userId: null, name: "whoever had the link" },
    address: "127.0.0.1",
    object: { kind: "link", id: told[3]?.object?.id },
  });
  const all = await (await session.fetch("/api/activity")).text();
  expect([opened, revoked].filter(({ id }) => all.includes(id))).toEqual([]);
});

test("an address that asks for many links that are not there has to wait, and opens none meanwhile; dead links that people click, and opened ones, block nobody", async () => {
  const { baseUrl } = await aVault({ env: { TRUSTED_PROXIES: "127.0.0.1", AUTH_ADDRESS_FAILURES_MAX: "1" } });
  const { session } = await aUser(baseUrl);
  const from = (address: string, id: string) =>
    anonymous(baseUrl).fetch(`/api/links/${id}/open`, { method: "POST", headers: { "X-Forwarded-For": address } });
  const [{ id }, { id: spent }] = [await make(session, { views: 10 }), await make(session)];
  expect((await from("203.0.113.7", spent)).status).toBe(200);
  const statuses = new Map<number, number>();
  for (let time = 0; time < 19; time += 1) {
    const dead = time % 2 === 0 ? spent : randomBytes(16).toString("base64url");
    const { status } = await from("203.0.113.7", dead);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // What is not an id at all can't be one, and is not counted.
    expect((await from("203.0.113.7", "not-an-id")).status).toBe(404);
    if (time % 3 === 0) expect((await from("203.0.113.7", id)).status).toBe(200);
  }
  expect([...statuses]).toEqual([[404, 19]]);
  for (const status of [404, 429]) expect((await from("203.0.113.7", spent)).status).toBe(status);
  const refused = await from("203.0.113.7", id);
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(await (await from("203.0.113.8", id)).json()).toMatchObject({ viewsLeft: 2 });
});
