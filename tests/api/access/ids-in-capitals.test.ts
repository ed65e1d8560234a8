import { expect, test } from "vitest";
import { listActivity } from "@/lib/contracts/access/activity";
import { listEntries } from "@/lib/contracts/vault/entries";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { type Actor, aUser } from "../../support/callers/actors";
import { aTeam, within } from "../../support/callers/teams";
import { aCategory, anEntry } from "../../support/rows/fixtures";
import { send } from "../../support/http/raw";

/*
 * UUIDs are the same in either case (RFC 9562): in a path, a query, a body and a header.
 */

/** What is sent for an id, and for the same in capitals, is answered alike. */
async function expectAlike(who: Actor, path: (id: string) => string, id: string): Promise<void> {
  const [usual, capitals] = [await who.fetch(path(id)), await who.fetch(path(id.toUpperCase()))];
  expect(usual.status).toBe(200);
  expect([capitals.status, capitals.headers.get("etag"), await capitals.text()]).toEqual([
    200,
    usual.headers.get("etag"),
    await usual.text(),
  ]);
}

test("an id in capitals leads to the same thing in a path and in a query", async () => {
  const { session } = await aUser();
  const entry = await anEntry(session);
  await expectAlike(session, (id) => `/api/entries/${id}`, entry.id);
  await expectAlike(session, (id) => `/api/categories/${id}`, entry.categoryId);
  await expectAlike(session, (id) => `/api/activity?objectId=${id}`, entry.id);
  await expectAlike(session, (id) => `/api/export?ids=${id}`, entry.id);
  expect(await session.call(listActivity, { query: { objectId: entry.id.toUpperCase() } })).not.toEqual([]);
});

test("a cached answer is of the state now, however its address is written", async () => {
  const { session } = await aUser();
  const { id } = await aCategory(session);
  const path = `/api/categories/${id.toUpperCase()}`;
  const { version } = (await send(session, "GET", path)).json as { version: number };
  await send(session, "PUT", path.toLowerCase(), { name: "renamed" });
  expect((await send(session, "GET", path)).json).toMatchObject({ name: "renamed", version: version + 1 });
});

test("an id in capitals names the same thing in a body", async () => {
  const { session } = await aUser();
  const { id } = await aCategory(session);
  const body = { categoryId: id.toUpperCase(), name: "billing", value: "not-a-real-value" };
  expect(await send(session, "POST", "/api/entries", body)).toMatchObject({ status: 201, json: { categoryId: id } });
});

test("a team's id in capitals is the team's, as the place to act in and as where things go", async () => {
  const { id: teamId, owner } = await aTeam();
  const { id } = await anEntry(owner.session);
  const capitals = within(owner.session, teamId.toUpperCase());
  await owner.session.call(transfer, { body: { teamId: teamId.toUpperCase(), entryIds: [id.toUpperCase()] } });
  expect((await capitals.call(listEntries)).map((entry) => entry.id)).toEqual([id]);
  await expectAlike(owner.session, (id) => `/api/teams/${id}/members`, teamId);
});

test("what a deleted thing may hold is named in either case", async () => {
  const { session } = await aUser();
  const entry = await anEntry(session);
  const held = `${entry.id.toUpperCase()}.${entry.version}`;
  const path = `/api/categories/${entry.categoryId}?onlyHolding=${held}`;
  expect((await send(session, "DELETE", path)).status).toBe(204);
});
