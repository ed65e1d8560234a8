import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { deleteEntry, getEntry, listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { removeMember } from "@/lib/contracts/people/members";
import {
  createCalendar,
  deleteCalendar,
  getCalendar,
  listReminders,
  readCalendar,
} from "@/lib/contracts/access/reminders";
import { listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import { listEntryVersions, restoreEntryVersion } from "@/lib/contracts/vault/versions";
import { toldTo } from "../../support/callers/activity";
import { type Actor, anonymous, aUser, aUserWithKey, withKey } from "../../support/callers/actors";
import { aCategory, anEntry, isoInstant } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { aMember, aTeam } from "../../support/callers/teams";

const dayMs = 86_400_000;
const inDays = (days: number, from = Date.now()) => new Date(from + days * dayMs).toISOString();
const due = async (who: Actor) => (await who.call(listReminders)).data.map(({ name, reason }) => `${name} ${reason}`);

describe("an entry's dates", () => {
  test("are set, changed and cleared; what is absent stays", async () => {
    const { session } = await aUser();
    const { id, valueChangedAt } = await anEntry(session, { expiresAt: "2027-01-31", rotateEveryDays: 90 });
    const params = { id };
    const read = async () => {
      const { expiresAt, rotateEveryDays } = await session.call(getEntry, { params });
      return [expiresAt, rotateEveryDays];
    };
    expect(await read()).toEqual(["2027-01-31T00:00:00.000Z", 90]);
    await session.call(updateEntry, { params, body: { name: "checkout" } });
    expect(await read()).toEqual(["2027-01-31T00:00:00.000Z", 90]);
    await session.call(updateEntry, { params, body: { expiresAt: "2027-02-01T10:00:00+02:00" } });
    expect(await read()).toEqual(["2027-02-01T08:00:00.000Z", 90]);
    await session.call(updateEntry, { params, body: { rotateEveryDays: 30 } });
    expect(await read()).toEqual(["2027-02-01T08:00:00.000Z", 30]);
    await session.call(updateEntry, { params, body: { expiresAt: null, rotateEveryDays: null } });
    expect(await read()).toEqual([null, null]);
    expect((await session.call(listEntries))[0]).toMatchObject({ expiresAt: null, valueChangedAt });
  });

  test("changed alone raise the version and are recorded, and make no version of the value", async () => {
    const { session } = await aUser();
    const created = await anEntry(session);
    const params = { id: created.id };
    const changed = await session.call(updateEntry, { params, body: { rotateEveryDays: 30 } });
    expect(changed).toMatchObject({ version: 2, valueChangedAt: created.valueChangedAt });
    expect(await session.call(listEntryVersions, { params })).toHaveLength(1);
    expect((await toldTo(session)).map(({ action }) => action)).toContain("entry.update");
  });

  test("are sent back unchanged without a change of the value's age", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { rotateEveryDays: 7 });
    const before = await session.call(getEntry, { params: { id } });
    const { updatedAt: _, version: __, ...same } = await session.call(updateEntry, { params: { id }, body: before });
    expect(before).toMatchObject(same);
  });

  test.each([
    ["expiresAt", { expiresAt: "tomorrow" }],
    ["expiresAt", { expiresAt: "2027-01-31T09:00:00" }],
    ["expiresAt", { expiresAt: "9999-12-31T23:59:59-01:00" }],
    ["rotateEveryDays", { rotateEveryDays: 0 }],
    ["rotateEveryDays", { rotateEveryDays: 3_651 }],
    ["rotateEveryDays", { rotateEveryDays: 1.5 }],
    ["rotateEveryDays", { rotateEveryDays: "30" }],
  ])("%s as %j is refused by its name", async (field, body) => {
    const { session } = await aUser();
    const { id } = await anEntry(session);
    expect(await send(session, "PUT", `/api/entries/${id}`, body)).toMatchObject(refusedField(field));
  });
});

describe("what is due", () => {
  test("within 30 days or overdue is listed, what is due first before the rest", async () => {
    const { session } = await aUser();
    const soon = await anEntry(session, { name: "soon", environment: "staging", expiresAt: inDays(29) });
    await anEntry(session, { name: "later", expiresAt: inDays(31), rotateEveryDays: 31 });
    await anEntry(session, { name: "overdue", expiresAt: "2020-01-01" });
    await anEntry(session, { name: "both", expiresAt: inDays(5), rotateEveryDays: 2 });
    await anEntry(session, { name: "none" });
    const key = { name: "CI", scopes: ["entries:read" as const] };
    const made = await session.call(createAccessKey, { body: { ...key, expiresAt: inDays(3) } });
    await session.call(createAccessKey, { body: { ...key, expiresAt: inDays(40) } });
    const { data } = await session.call(listReminders);
    expect(data.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      "overdue expires",
      "both rotate",
      "CI expires",
      "both expires",
      "soon expires",
    ]);
    expect(data[2]).toEqual({
      kind: "access-key",
      id: made.id,
      name: "CI",
      reason: "expires",
      dueAt: made.expiresAt,
    });
    expect(data[4]).toEqual({
      kind: "entry",
      id: soon.id,
      name: "soon",
      reason: "expires",
      dueAt: soon.expiresAt,
      categoryName: "Stripe",
      environment: "staging",
    });
  });

  test("counts from the last change of the value, a restored one too", async () => {
    const { session } = await aUser();
    const created = await anEntry(session, { rotateEveryDays: 10 });
    const params = { id: created.id };
    const rotateAt = async () => (await session.call(listReminders)).data.map(({ dueAt }) => dueAt);
    const from = async () => inDays(10, Date.parse((await session.call(getEntry, { params })).valueChangedAt));
    expect(await rotateAt()).toEqual([inDays(10, Date.parse(created.createdAt))]);
    await session.call(updateEntry, { params, body: { notes: "told" } });
    expect(await rotateAt()).toEqual([inDays(10, Date.parse(created.createdAt))]);
    await session.call(updateEntry, { params, body: { value: "another" } });
    const second = await from();
    expect([await rotateAt(), second > inDays(10, Date.parse(created.createdAt))]).toEqual([[second], true]);
    await session.call(updateEntry, { params, body: { rotateEveryDays: 3 } });
    expect(await rotateAt()).toEqual([inDays(-7, Date.parse(second))]);
    await session.call(restoreEntryVersion, { params: { ...params, version: "1" } });
    expect(await rotateAt()).toEqual([inDays(-7, Date.parse(await from()))]);
    await session.call(updateEntry, { params, body: { rotateEveryDays: null } });
    expect(await rotateAt()).toEqual([]);
  });

  test("leaves out what is in the trash, and has it again afterwards", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { rotateEveryDays: 10 });
    await session.call(deleteEntry, { params: { id } });
    expect(await due(session)).toEqual([]);
    expect(await session.call(listTrash)).toHaveLength(1);
    await session.call(restoreFromTrash, { params: { id } });
    expect(await due(session)).toEqual(["billing rotate"]);
  });

  test("is, for an access key, what it reaches, and no access key", async () => {
    const { session } = await aUserWithKey({ expiresAt: inDays(3) });
    const body = { name: "limited", scopes: ["entries:read" as const], environments: ["production" as const] };
    const key = withKey((await session.call(createAccessKey, { body })).key);
    await anEntry(session, { name: "inside", environment: "production", rotateEveryDays: 1 });
    await anEntry(session, { name: "outside", environment: "staging", rotateEveryDays: 1 });
    expect(await due(key)).toEqual(["inside rotate"]);
    expect(await due(session)).toEqual(["inside rotate", "outside rotate", "test expires"]);
  });

  test("in a team, a member sees what their role reaches, and the access keys that they made", async () => {
    const team = await aTeam();
    const member = await aMember(team, { role: "reader", projects: ["billing"] });
    const { id } = await aCategory(team.owner.at);
    for (const name of ["billing", "shop"])
      await send(team.owner.at, "POST", "/api/entries", {
        categoryId: id,
        name,
        value: "not-real",
        rotateEveryDays: 1,
      });
    const body = { name: "CI", scopes: ["entries:read" as const], expiresAt: inDays(3) };
    await team.owner.at.call(createAccessKey, { body });
    expect(await due(member.at)).toEqual(["billing rotate"]);
    expect(await due(team.owner.at)).toEqual(["billing rotate", "shop rotate", "CI expires"]);
  });
});

describe("the calendar", () => {
  const make = async (who: Actor) => new URL((await who.call(createCalendar)).url);
  const read = (url: URL) => anonymous().fetch(url.pathname + url.search);
  const missing = async (url: URL) => {
    const answer = await read(url);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  const gone = [404, "CALENDAR_NOT_FOUND"];

  test("is read by its address alone, kept nowhere, and has names and no value", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, {
      environment: "production",
      expiresAt: "2026-03-01",
      value: "not-a-real-1",
    });
    const url = await make(session);
    expect(url.searchParams.get("token")).toMatch(/^[\w-]{43}$/);
    const answer = await read(url);
    expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
      200,
      "text/calendar; charset=utf-8",
      "no-store",
    ]);
    const text = await answer.text();
    expect(text).toContain(`UID:entry-${id}-expires\r\n`);
    expect(text).toContain("DTSTART;VALUE=DATE:20260301\r\n");
    expect(text).toContain("SUMMARY:Stripe · billing · production expires\r\n");
    expect(text.replaceAll("\r\n ", "")).toContain(`URL:${new URL(url).origin}/?rotate=${id}\r\n`);
    expect(text).not.toContain("not-a-real-1");
  });

  test("has another address after it is made again, and none after it is revoked", async () => {
    const { session } = await aUser();
    expect(await session.call(getCalendar)).toEqual({ createdAt: null });
    const first = await make(session);
    const second = await make(session);
    expect([await missing(first), (await read(second)).status]).toEqual([gone, 200]);
    expect(await session.call(getCalendar)).toEqual({ createdAt: expect.stringMatching(isoInstant) as string });
    await session.call(deleteCalendar);
    expect(await missing(second)).toEqual(gone);
    await expect(session.call(deleteCalendar)).rejects.toMatchObject({ status: 404, code: "CALENDAR_NOT_FOUND" });
    expect(
      (await toldTo(session)).map(({ action }) => action).filter((action) => action.startsWith("calendar")),
    ).toEqual(["calendar.revoke", "calendar.create", "calendar.create"]);
  });

  test("of an address that nobody made is missing", async () => {
    await expect(anonymous().call(readCalendar, { query: { token: "x".repeat(43) } })).rejects.toMatchObject({
      status: 404,
      code: "CALENDAR_NOT_FOUND",
    });
  });

  test("of a team shows what its reader's role reaches, and ends with their membership", async () => {
    const team = await aTeam();
    const member = await aMember(team, { role: "auditor", projects: ["billing"] });
    const { id: categoryId } = await aCategory(team.owner.at);
    for (const name of ["billing", "shop"])
      await send(team.owner.at, "POST", "/api/entries", { categoryId, name, value: "not-real", rotateEveryDays: 1 });
    await anEntry(member.session, { name: "private", rotateEveryDays: 1 });
    const url = await make(member.at);
    const text = await (await read(url)).text();
    expect(["billing", "shop", "private"].map((name) => text.includes(name))).toEqual([true, false, false]);
    expect(text.replaceAll("\r\n ", "")).toContain(`/teams/${team.id}?rotate=`);
    const ofOwner = await make(team.owner.at);
    await team.owner.session.call(removeMember, { params: { id: team.id, userId: member.id } });
    expect([await missing(url), (await read(ofOwner)).status]).toEqual([gone, 200]);
  });
});
