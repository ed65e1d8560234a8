import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/export/route";
import { addUser } from "@/lib/identity/accounts/users";
import { createAccessKey, revokeAccessKey } from "@/lib/services/access/access-keys";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry } from "@/lib/services/entries/entries";
import { exportEntries } from "@/lib/services/export";
import { sessionCaller } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

/** A vault with one value, whose line of exports is full until it is opened; and a key's export, which waits in it. */
async function aWaitingExport() {
  const userId = await addUser({
    email: `${randomUUID()}@example.com`,
    name: null,
    password: "not-a-real-password",
  });
  const caller = sessionCaller({ userId, sessionId: randomUUID() });
  const { id, key } = await createAccessKey({ caller }, { name: "CI", scopes: ["export:read"] });
  const { id: categoryId } = await createCategory({ caller }, { name: "A", keyType: "simple", envVarName: "A" });
  await createEntry({ caller }, { categoryId, name: "web", value: "not-real" });

  let openLine = () => {};
  const isOpen = new Promise<void>((resolve) => (openLine = resolve));
  const before = [1, 2].map(() => exportEntries({ caller }, {}, () => isOpen));
  const client = new AbortController();
  const address = "http://vault.invalid/api/export";
  const headers = { Authorization: `Bearer ${key}` };
  const waiting = GET.serve(new Request(address, { headers, signal: client.signal }), {});
  return {
    revoke: () => revokeAccessKey({ caller }, id),
    leave: () => client.abort(),
    /** What is answered, and how many records there are of values that left by the key. */
    async outcome() {
      openLine();
      const { status, body } = await waiting;
      await Promise.all(before);
      return { status, body, recorded: await own.db.activity.count({ where: { actorKeyId: id } }) };
    },
  };
}

test("an export that waited for its turn is made and recorded", async () => {
  const { outcome } = await aWaitingExport();
  expect(await outcome()).toEqual({ status: 200, body: "# A — web\nA=not-real\n", recorded: 2 });
});

test("of a key that was revoked while its export waited nothing is opened or recorded", async () => {
  const { revoke, outcome } = await aWaitingExport();
  await revoke();
  const { status, recorded } = await outcome();
  expect({ status, recorded }).toEqual({ status: 401, recorded: 0 });
});

test("for a client that went while its export waited nothing is opened or recorded", async () => {
  const { leave, outcome } = await aWaitingExport();
  leave();
  const { status, recorded } = await outcome();
  expect({ status, recorded }).toEqual({ status: 400, recorded: 0 });
});
