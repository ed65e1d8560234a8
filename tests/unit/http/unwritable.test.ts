import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as listEntries, POST as createEntry } from "@/app/api/entries/route";
import { POST as revealEntry } from "@/app/api/entries/[id]/reveal/route";
import { PUT as updateCategory } from "@/app/api/categories/[id]/route";
import { beginSession, findSession } from "@/lib/auth/credentials/session";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { createCategory } from "@/lib/services/entries/categories";
import { addUser } from "@/lib/identity/accounts/users";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
let headers: Record<string, string> = {};
let userId = "";
let categoryId = "";
let sessionToken = "";

beforeAll(async () => {
  own = await openOwnRuntime();
  userId = await addUser({ email: "ada@example.com", name: null, password: "not-a-real-password" });
  const caller = { kind: "session", userId, sessionId: "x", provenAt: new Date() } as const;
  const { key } = await createAccessKey(
    { caller },
    {
      name: "all",
      scopes: ["entries:read", "entries:write", "entries:reveal", "categories:write"],
    },
  );
  headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  categoryId = (await createCategory({ caller }, { name: "Stripe", keyType: "simple", envVarName: "KEY" })).id;
  sessionToken = await beginSession(userId, { method: "password" });
});
afterAll(() => own.close());

const request = (method: string, body?: object) =>
  new Request("http://localhost/api", { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
const at = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });
const create = (value: string) => createEntry(request("POST", { categoryId, name: "billing", value }), at());
const revealing = (id: string) => revealEntry(request("POST"), at({ id }));
const reveal = async (id: string) => ((await (await revealing(id)).json()) as { value: string }).value;
const recordsOf = (objectId: string) => own.db.activity.count({ where: { objectId, action: "entry.reveal" } });
const pragma = (text: string) => own.db.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${text}`);
const setPragma = SqliteDatabase.prototype.pragma;
/** The vault's connection besides Prisma's, recognised by a setting that only it has. */
let handleBesidePrisma: SqliteDatabase | undefined;
const remember = (handle: SqliteDatabase) => void (handleBesidePrisma = handle);
vi.spyOn(SqliteDatabase.prototype, "pragma").mockImplementation(function (this: SqliteDatabase, ...args) {
  if (args[0] === "temp_store = MEMORY") remember(this);
  return setPragma.apply(this, args);
});
const onBoth = async (text: string) => {
  await pragma(text);
  if (!handleBesidePrisma) throw new Error("the handle beside Prisma's was not seen");
  handleBesidePrisma.pragma(text);
};

/**
 * How each fault is caused and ended on the vault's own connections: SQLite reports SQLITE_FULL and SQLITE_READONLY as
 * for a real disk.
 */
const faults = [
  {
    fault: "full",
    begin: async () => onBoth(`max_page_count = ${Number(Object.values((await pragma("page_count"))[0] ?? {})[0])}`),
    end: () => onBoth("max_page_count = 1000000"),
  },
  { fault: "read-only", begin: () => onBoth("query_only = 1"), end: () => onBoth("query_only = 0") },
];

describe.each(faults)("while the disk is $fault", ({ begin, end }) => {
  test("writes and reveals answer 503 with Retry-After, lists continue, nothing half-written stays, and writing resumes by itself afterwards", async () => {
    const large = "not-a-real-value ".repeat(2_000);
    const { id } = (await (await create("before")).json()) as { id: string };
    await begin();
    for (const response of [
      await create(large),
      await updateCategory(request("PUT", { description: "x".repeat(4_000) }), at({ id: categoryId })),
    ]) {
      // A small change may still fit into a page that is nearly full.
      if (response.status !== 200)
        expect([response.status, response.headers.get("Retry-After"), await response.json()]).toEqual([
          503,
          "1",
          expect.objectContaining({ code: "UNAVAILABLE" }),
        ]);
    }
    expect((await create(large)).status).toBe(503);
    // A record may still fit into a page that is nearly full: then the value may leave. The first that does not fit
    // keeps it here.
    let revealed = 0;
    let answer = await revealing(id);
    for (; answer.status === 200; answer = await revealing(id)) revealed += 1;
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining("before")]);
    expect(await recordsOf(id)).toBe(revealed);
    const during = (await (await listEntries(request("GET"), at())).json()) as unknown[];
    expect((await findSession(sessionToken, Date.now() + 10 * 60_000))?.userId).toBe(userId);
    await end();
    const after = await create(large);
    expect(after.status).toBe(201);
    expect(await reveal(((await after.json()) as { id: string }).id)).toBe(large);
    expect(((await (await listEntries(request("GET"), at())).json()) as unknown[]).length).toBe(during.length + 1);
  });
});

test("a reveal whose record the database refuses, for whatever reason, is answered with 503, and nothing leaves", async () => {
  const { id } = (await (await create("not-to-be-seen")).json()) as { id: string };
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "refuse" BEFORE INSERT ON "Activity" WHEN NEW."action" = 'entry.reveal' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  const answer = await revealing(id);
  await own.db.$executeRawUnsafe('DROP TRIGGER "refuse"');
  expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
    503,
    "1",
    { error: expect.any(String) as string, code: "UNAVAILABLE" },
  ]);
  expect(await recordsOf(id)).toBe(0);
  expect(await reveal(id)).toBe("not-to-be-seen");
});

test("a change whose record the database refuses, for whatever reason, is answered with 503, and nothing changed", async () => {
  const description = async () =>
    (await own.db.keyCategory.findUniqueOrThrow({ where: { id: categoryId } })).description;
  const before = await description();
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "refuse" BEFORE INSERT ON "Activity" WHEN NEW."action" = 'category.update' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  const answer = await updateCategory(request("PUT", { description: "another" }), at({ id: categoryId }));
  await own.db.$executeRawUnsafe('DROP TRIGGER "refuse"');
  expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
    503,
    "1",
    { error: expect.any(String) as string, code: "UNAVAILABLE" },
  ]);
  expect(await description()).toBe(before);
});
