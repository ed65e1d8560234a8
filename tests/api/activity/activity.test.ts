import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { type ActivityRecord, getActivityHead, listActivity } from "@/lib/contracts/access/activity";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, revealEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { createTwoFactorToken, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { toldOf } from "../../support/callers/activity";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { aMember, aTeam } from "../../support/callers/teams";

async function anEntryOf(
  at: Actor,
  { name = "billing", environment = "production" as const, value = "not-real" } = {},
) {
  const body = { name: `Stripe ${randomUUID()}`, keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const category = await at.call(createCategory, { body });
  const entry = await at.call(createEntry, { body: { categoryId: category.id, name, environment, value } });
  return { ...entry, category: category.name };
}

const revealsIn = (records: ActivityRecord[]) => records.filter(({ action }) => action === "entry.reveal");
const refused = (status: number, code: string) => expect.objectContaining({ status, code });

describe("a value that leaves is on record:", () => {
  test("who, what, from where, by which request", async () => {
    const { id, session } = await aUser();
    const { key, ...made } = await session.call(createAccessKey, {
      body: { name: "CI", scopes: ["entries:reveal", "activity:read"] },
    });
    const entry = await anEntryOf(session);
    const answer = await withKey(key).fetch(`/api/entries/${entry.id}/reveal`, {
      method: "POST",
      headers: { "User-Agent": "a deploy script" },
    });
    expect(answer.status).toBe(200);
    const [record] = revealsIn(await withKey(key).call(listActivity, { query: { objectId: entry.id } }));
    expect(record).toMatchObject({
      action: "entry.reveal",
      actor: { kind: "key", userId: id, name: "CI", keyId: made.id, keyPrefix: made.keyPrefix },
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      userAgent: "a deploy script",
      object: { kind: "entry", id: entry.id, name: `${entry.category} · billing · production` },
      outcome: "done",
      requestId: answer.headers.get("X-Request-Id"),
    });
  });

  test("of an env file, a shown code, and each value of an export", async () => {
    const { id: userId, session } = await aUser();
    const entry = await anEntryOf(session);
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const { data: file } = await session.call(saveEnvFile, {
      params: { id: project.id },
      body: { fileType: "env.production", content: "A=1\n" },
    });
    const token = await session.call(createTwoFactorToken, {
      body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
    await session.call(revealEnvFile, { params: { id: project.id, fileId: file.id } });
    await session.call(revealTwoFactorCode, { params: { id: token.id } });
    await session.call(exportEntries);
    const of = async (objectId: string) => (await session.call(listActivity, { query: { objectId } }))[0];
    expect(await of(file.id)).toMatchObject({
      action: "env-file.reveal",
      actor: { kind: "session", userId },
      object: { kind: "env-file", name: "billing · .env.production" },
    });
    expect(await of(token.id)).toMatchObject({
      action: "two-factor-token.reveal",
      object: { kind: "two-factor-token", name: "GitHub · ada" },
    });
    expect(await of(entry.id)).toMatchObject({ action: "entry.export" });
    const [newest] = await session.call(listActivity);
    expect(newest).toMatchObject({ action: "vault.export", count: 1, object: { kind: "vault" } });
  });

  test("a code that a page renews, once an hour for each of its readers", async () => {
    const { session } = await aUser();
    const { key } = await session.call(createAccessKey, { body: { name: "CI", scopes: ["2fa:reveal"] } });
    const { id } = await session.call(createTwoFactorToken, {
      body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
    for (const reader of [session, session, withKey(key), session, withKey(key)])
      await reader.call(revealTwoFactorCode, { params: { id } });
    const shown = (await session.call(listActivity, { query: { objectId: id } })).filter(
      ({ action }) => action === "two-factor-token.reveal",
    );
    expect(shown.map(({ actor }) => actor.kind)).toEqual(["key", "session"]);
  });
});

describe("the list", () => {
  test("is filtered by outcome: what was refused, in the list and in the export", async () => {
    const { session } = await aUser();
    const entry = await anEntryOf(session);
    await session.call(revealEntry, { params: { id: entry.id } });
    const wrong = await session.fetch("/api/account/reauthentication", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ password: "not-the-password" }),
    });
    // It is recorded behind its answer.
    await toldOf(session, wrong.headers.get("X-Request-Id"));
    const list = (query: object) => session.call(listActivity, { query });
    const told = (records: ActivityRecord[]) => records.map(({ action, outcome }) => [action, outcome]);
    expect(told(await list({ outcome: "refused" }))).toEqual([["session.confirm", "refused"]]);
    expect(told(await list({ outcome: "refused", action: "entry.reveal" }))).toEqual([]);
    expect(told(await list({ outcome: "done", action: "entry.reveal" }))).toEqual([["entry.reveal", "done"]]);
    expect(told(await list({ outcome: "done" }))).not.toContainEqual(["session.confirm", "refused"]);
    await expect(list({ outcome: "failed" })).rejects.toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
    const exported = await session.fetch("/api/activity?outcome=refused", {
      headers: { Accept: "application/x-ndjson" },
    });
    const lines = (await exported.text()).trim().split("\n");
    expect(told(lines.map((line) => JSON.parse(line) as ActivityRecord))).toEqual([["session.confirm", "refused"]]);
  });

  test("is filtered by thing, person, key, action and time, and paged without gap or repetition", async () => {
    const { id: userId, session } = await aUser();
    const { key, id: keyId } = await session.call(createAccessKey, {
      body: { name: "CI", scopes: ["entries:reveal"] },
    });
    const entries = [await anEntryOf(session), await anEntryOf(session, { name: "shop" })];
    for (const reader of [session, withKey(key)])
      for (const { id } of [...entries, ...entries]) await reader.call(revealEntry, { params: { id } });
    const list = (query: object) => session.call(listActivity, { query });
    const [first] = entries;
    expect(revealsIn(await list({ objectId: first?.id }))).toHaveLength(4);
    expect(revealsIn(await list({ objectId: first?.id, actorId: keyId }))).toHaveLength(2);
    expect(revealsIn(await list({ actorId: keyId }))).toHaveLength(4);
    expect(revealsIn(await list({ actorId: userId }))).toHaveLength(8);
    expect(await list({ action: "entry.reveal" })).toHaveLength(8);
    const all = await list({ limit: 200 });
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => all.length - index));
    const since = all[2]?.at ?? "";
    expect(await list({ since })).toEqual(all.filter(({ at }) => at >= since));
    const paged: ActivityRecord[] = [];
    for (
      let page = await list({ limit: 3 });
      page.length > 0;
      page = await list({ limit: 3, before: paged.at(-1)?.id })
    )
      paged.push(...page);
    expect(paged).toEqual(all);
    expect(await list({ before: randomUUID() })).toEqual([]);
    expect(await list({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await list({ since: "0001-01-01T00:00:00Z", limit: 200 })).toEqual(all);
    // A day is its first instant in UTC.
    expect(await list({ since: all.at(-1)?.at.slice(0, 10), limit: 200 })).toEqual(all);
    expect(await list({ since: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) })).toEqual([]);
    expect(await list({ since: "9999-12-31T23:59:59Z" })).toEqual([]);
    // Years that not every database knows.
    for (const since of ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"])
      await expect(list({ since })).rejects.toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  });

  test("comes whole as lines of JSON, each value of an export included", async () => {
    const { session } = await aUser();
    await anEntryOf(session);
    await session.call(exportEntries);
    const answer = await session.fetch("/api/activity?limit=1", { headers: { Accept: "application/x-ndjson" } });
    expect(answer.headers.get("Content-Type")).toBe("application/x-ndjson");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const lines = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ActivityRecord);
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => lines.length - index));
    expect(lines.map(({ action }) => action)).toEqual(expect.arrayContaining(["vault.export", "entry.export"]));
  });

  test("shows those with limits what lies inside them, and nothing of anybody else's vault", async () => {
    const team = await aTeam();
    const [inside, outside] = [await anEntryOf(team.owner.at), await anEntryOf(team.owner.at, { name: "shop" })];
    for (const { id } of [inside, outside]) await team.owner.at.call(revealEntry, { params: { id } });
    const auditor = await aMember(team, { role: "auditor", projects: ["billing"] });
    const seen = await auditor.at.call(listActivity);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter(({ object }) => object?.id !== inside.id)).toEqual([]);
    expect(await auditor.at.call(listActivity, { query: { objectId: outside.id } })).toEqual([]);
    expect(revealsIn(await auditor.session.call(listActivity))).toEqual([]);
    const stranger = await aUser();
    expect(await stranger.session.call(listActivity, { query: { objectId: inside.id } })).toEqual([]);
  });

  test("and the head need their scope; the head tells the newest record's number", async () => {
    const { id, session } = await aUser();
    const { key } = await session.call(createAccessKey, { body: { name: "CI", scopes: ["entries:reveal"] } });
    for (const contract of [listActivity, getActivityHead])
      await expect(withKey(key).call(contract)).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    const entry = await anEntryOf(session);
    await session.call(revealEntry, { params: { id: entry.id } });
    const [newest] = await session.call(listActivity);
    expect(await session.call(getActivityHead)).toEqual({
      vaultId: id,
      number: newest?.number,
      mac: expect.stringMatching(/^[A-Za-z0-9_-]{55}$/),
    });
  });
});
