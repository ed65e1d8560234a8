import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { listActivity } from "@/lib/contracts/access/activity";
import { createCategory, getCategory, listCategories, updateCategory } from "@/lib/contracts/vault/categories";
import type { ContractSpec } from "@/lib/contracts/contract";
import { createEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import { importItems } from "@/lib/contracts/transfer/import";
import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import type { ErrorCode } from "@/lib/errors";
import { type Actor, aUser, aUserWithKey } from "../../support/callers/actors";
import { belongingsOf } from "../../support/rows/belongings";
import { aCategory, anEntry } from "../../support/rows/fixtures";
import { exampleBody, operation } from "../../support/http/operations";
import { testOnce } from "../../support/vaults/test-once";

/** Operations that accept a precondition, from the contracts: a new one is tested automatically. */
const conditional = (contracts as readonly ContractSpec[])
  .filter(({ conditional: headers }) => headers?.includes("If-Match"))
  .map((contract) => ({ id: contract.id, contract }));

/** Saves the existing file, so that it is replaced. */
const bodyFor = ({ id }: ContractSpec) =>
  id === "saveEnvFile" ? JSON.stringify({ fileType: "env.local", content: "MARK=changed\n" }) : undefined;

/** How a thing of each operation gets its second version, if not by the operation named like it. */
const changedBy: Partial<Record<string, string>> = {
  deleteEnvFile: "saveEnvFile",
  restoreEnvFileVersion: "saveEnvFile",
  restoreEntryVersion: "updateEntry",
};

async function send(
  who: Actor,
  contract: ContractSpec,
  ids: Record<string, string>,
  headers: Record<string, string> = {},
  body = bodyFor(contract),
) {
  const { path, init } = operation(contract, { ids, ...(body === undefined ? {} : { body }) });
  const response = await who.fetch(path, { ...init, headers: { ...init.headers, ...headers } });
  const text = await response.text();
  const json = (text === "" ? {} : JSON.parse(text)) as {
    code?: string;
    details?: unknown;
    version?: number;
    data?: { version: number };
  };
  return {
    status: response.status,
    etag: response.headers.get("ETag"),
    json,
    version: json.version ?? json.data?.version,
  };
}

async function anEnvFile(session: Actor) {
  const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
  const body = { fileType: "env.local", content: "MARK=owner\n" } as const;
  const { data: file } = await session.call(saveEnvFile, { params: { id: project.id }, body });
  return { id: project.id, fileId: file.id };
}

/** One thing alone, by the error that says that there is none: the ids in its path. */
const things: Partial<Record<ErrorCode, (session: Actor) => Promise<Record<string, string>>>> = {
  CATEGORY_NOT_FOUND: async (session) => ({ id: (await aCategory(session)).id }),
  ENTRY_NOT_FOUND: async (session) => ({ id: (await anEntry(session)).id }),
  TWO_FACTOR_NOT_FOUND: async (session) => {
    const body = { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" };
    return { id: (await session.call(createTwoFactorToken, { body })).id };
  },
  ENV_PROJECT_NOT_FOUND: async (session) => ({ id: (await anEnvFile(session)).id }),
  ENV_FILE_NOT_FOUND: anEnvFile,
};

/** A new user's resource that a contract changes, at version 2. */
async function aThing(contract: ContractSpec) {
  const { session } = await aUser();
  const code = contract.notFound ?? expect.fail(contract.id);
  const own = await (things[code] ?? expect.fail(code))(session);
  await toSecondVersion(session, contract, own);
  return { session, own };
}

/** The same among one of everything, and how to see all of that. */
async function aThingAmongOthers(contract: ContractSpec) {
  const { session } = await aUser();
  const { ids, look } = await belongingsOf(session, "owner");
  const own = ids[contract.notFound ?? "INTERNAL_ERROR"] ?? {};
  await toSecondVersion(session, contract, own);
  return {
    session,
    own,
    look,
    thingId: contract.id === "saveEnvFile" ? (ids.ENV_FILE_NOT_FOUND?.fileId ?? "") : Object.values(own).at(-1),
  };
}

async function toSecondVersion(session: Actor, contract: ContractSpec, own: Record<string, string>): Promise<void> {
  // A file belongs to its project: the save's path is the project's.
  const thing = changedBy[contract.id] ?? contract.id.replace("delete", "update");
  const change = contracts.find(({ id }) => id === thing) ?? expect.fail(thing);
  const body = contract.id === "restoreEntryVersion" ? '{"value":"changed-not-real"}' : bodyFor(change);
  const changed = await send(session, change, own, {}, body);
  expect([changed.status, changed.version, changed.etag]).toEqual([200, 2, '"2"']);
}

describe.each(conditional)("$id", ({ contract }) => {
  const changes = contract.method !== "DELETE";

  test("succeeds without a precondition, for its version, for one of several and for any", async () => {
    const ways: Record<string, string>[] = [
      {},
      { "If-Match": '"2"' },
      { "If-Match": '"7", W/"2" ,"2"' },
      { "If-Match": "*" },
    ];
    for (const headers of ways) {
      const { session, own } = await aThing(contract);
      const { status, etag, version } = await send(session, contract, own, headers);
      expect({ headers, status, etag, version }).toEqual({
        headers,
        status: changes ? 200 : 204,
        etag: changes ? '"3"' : null,
        version: changes ? 3 : undefined,
      });
    }
  });

  test("is refused for every other version, and writes nothing", async () => {
    const { session, own, look, thingId } = await aThingAmongOthers(contract);
    const before = await look();
    for (const tag of ['"1"', '"3"', 'W/"2"', '"02"', '"x"', '""', '"9999999999999999999"', '"1", "3"']) {
      const { status, json, etag } = await send(session, contract, own, { "If-Match": tag });
      expect({ tag, status, etag, json }).toEqual({
        tag,
        status: 412,
        etag: '"2"',
        json: { error: expect.any(String), code: "CHANGED_MEANWHILE", details: { id: thingId, version: 2 } },
      });
    }
    expect(await look()).toEqual(before);
  });

  testOnce("refuses a header that is not a list of tags", async () => {
    const { session, own, look } = await aThingAmongOthers(contract);
    const before = await look();
    for (const tag of ["2", '"2', '"2 "', "", ",", '"2" "3"', '*, "2"', "W/2", 'w/"2"']) {
      const { status, json } = await send(session, contract, own, { "If-Match": tag });
      expect({ tag, status, json }).toMatchObject({
        tag,
        status: 400,
        json: { code: "VALIDATION_ERROR", details: [{ path: "If-Match" }] },
      });
    }
    expect(await look()).toEqual(before);
  });

  test("returns its other errors first (permission, missing, another user's, invalid), whatever the version", async () => {
    const { session, own } = await aThing(contract);
    const { key } = await aUserWithKey({ scopes: ["stats:read"] });
    const { session: intruder } = await aUser();
    const stale = { "If-Match": '"1"' };
    expect(await send(key, contract, own, stale)).toMatchObject({ status: 403 });
    expect(await send(intruder, contract, own, stale)).toMatchObject({
      status: 404,
      json: { code: contract.notFound },
    });
    expect(await send(session, contract, {}, stale)).toMatchObject({ status: 404, json: { code: contract.notFound } });
    expect(await send(session, contract, {}, { "If-Match": "*" })).toMatchObject({
      status: 404,
      json: { code: contract.notFound },
    });
    if ("body" in contract)
      expect(await send(session, contract, own, stale, '{"unheard":1}')).toMatchObject({ status: 400 });
  });

  test("succeeds once for two concurrent requests with one version", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { session, own } = await aThing(contract);
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => send(session, contract, own, { "If-Match": '"2"' })),
      );
      const statuses = outcomes.map(({ status }) => status).sort();
      // Requests after a deletion find nothing at all.
      expect(statuses).toEqual(changes ? [200, 412, 412, 412] : [204, 404, 404, 404]);
    }
  });
});

describe.each(conditional.filter(({ contract }) => contract.method === "PUT"))("$id of no field", ({ contract }) => {
  test("changes nothing: neither version nor day, and is not on record; what a client sends back is no field", async () => {
    const { session, own, look } = await aThingAmongOthers(contract);
    const before = await look();
    const recorded = await session.call(listActivity);
    for (const body of ["{}", '{"id":"x","userId":"x","createdAt":"x","updatedAt":"x","version":1}'])
      for (const headers of [{}, { "If-Match": '"2"' }] as Record<string, string>[])
        expect(await send(session, contract, own, headers, body)).toMatchObject({
          status: 200,
          etag: '"2"',
          version: 2,
        });
    expect(await send(session, contract, own, { "If-Match": '"1"' }, "{}")).toMatchObject({ status: 412, etag: '"2"' });
    expect(await session.call(listActivity)).toEqual(recorded);
    expect(await look()).toEqual(before);
    // A single field that stays as it is still says that somebody wrote it.
    const [field = "", value] = Object.entries(JSON.parse(exampleBody(contract) ?? "{}") as object)[0] ?? [];
    expect(await send(session, contract, own, {}, JSON.stringify({ [field]: value }))).toMatchObject({ version: 3 });
  });
});

test("a category that an import made stays the import's if nothing of it is changed", async () => {
  const { session } = await aUser();
  const item = {
    category: "Stripe",
    keyType: "simple" as const,
    envVarName: "STRIPE_KEY",
    name: "billing",
    value: "x",
  };
  await session.call(importItems, { body: { entries: [item] } });
  const [category] = await session.call(listCategories);
  const put = (body: object) => session.call(updateCategory, { params: { id: category?.id ?? "" }, body });
  expect(await put({})).toMatchObject({ origin: "import", version: 1 });
  expect(await put({ icon: "stripe" })).toMatchObject({ origin: null, version: 2 });
});

test("every reply that shows a resource has its version, and each change raises it by one, including an import's", async () => {
  const { session } = await aUser();
  const { ids } = await belongingsOf(session, "owner");
  const entry = { id: ids.ENTRY_NOT_FOUND?.id ?? "" };
  const category = { id: ids.CATEGORY_NOT_FOUND?.id ?? "" };
  const { id, fileId } = { id: "", fileId: "", ...ids.ENV_FILE_NOT_FOUND };
  const listed = async () => ({
    entry: (await session.call(listEntries))[0]?.version,
    category: (await session.call(listCategories))[0]?.version,
    token: (await session.call(listTwoFactorTokens))[0]?.version,
    project: (await session.call(listEnvProjects)).data[0]?.version,
    file: (await session.call(getEnvProject, { params: { id } })).data.files[0]?.version,
  });
  expect(await listed()).toEqual({ entry: 1, category: 1, token: 1, project: 1, file: 1 });
  await session.call(updateCategory, { params: category, body: { description: "x", version: 77 } });
  await session.call(saveEnvFile, { params: { id }, body: { fileType: "env.local", content: "A=2\n" } });
  await session.call(importItems, {
    body: {
      entries: [
        {
          category: "category owner",
          keyType: "simple",
          envVarName: "MARK",
          name: "entry owner",
          environment: "production",
          value: "imported-not-real",
        },
      ],
    },
  });
  expect(await listed()).toEqual({ entry: 2, category: 2, token: 1, project: 1, file: 2 });
  await session.call(importItems, {
    body: {
      entries: [
        {
          category: "category owner",
          keyType: "simple",
          envVarName: "MARK",
          name: "entry owner",
          environment: "production",
          value: "imported-not-real",
        },
      ],
    },
  });
  expect(await listed()).toMatchObject({ entry: 2 });
  const tagOf = async (path: string, method = "GET") => (await session.fetch(path, { method })).headers.get("ETag");
  expect(await tagOf(`/api/entries/${entry.id}`)).toBe('"2"');
  expect(await tagOf(`/api/entries/${entry.id}/reveal`, "POST")).toBe('"2"');
  expect(await tagOf(`/api/categories/${category.id}`)).toBe('"2"');
  expect(await tagOf(`/api/envs/${id}`)).toBe('"1"');
  expect(await tagOf(`/api/envs/${id}/files/${fileId}/reveal`, "POST")).toBe('"2"');
  // The reveals' bodies have not changed.
  expect(Object.keys(await session.call(revealEntry, { params: entry })).sort()).toEqual([
    "environment",
    "id",
    "name",
    "value",
  ]);
});

test("a client with the current version of a category or entry gets a 304; a project's reply includes its files, so it is always sent", async () => {
  const { session } = await aUser();
  const { ids } = await belongingsOf(session, "owner");
  const statusOf = async (path: string) => (await session.fetch(path, { headers: { "If-None-Match": '"1"' } })).status;
  const category = { id: ids.CATEGORY_NOT_FOUND?.id ?? "" };
  expect([
    await statusOf(`/api/categories/${category.id}`),
    await statusOf(`/api/entries/${ids.ENTRY_NOT_FOUND?.id}`),
    await statusOf(`/api/envs/${ids.ENV_PROJECT_NOT_FOUND?.id}`),
  ]).toEqual([304, 304, 200]);
  await session.call(updateCategory, { params: category, body: { description: "x" } });
  expect(await statusOf(`/api/categories/${category.id}`)).toBe(200);
  expect((await session.call(getCategory, { params: category })).version).toBe(2);
});

const writers = 16;

/** Reads, changes and writes until nobody else was faster. Returns how often it was refused. */
async function untilDone(attempt: () => Promise<number>): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const status = await attempt();
    if (status < 300) return refused;
    expect(status).toBe(412);
  }
}

test("16 writers who each add a field to one group lose none", async () => {
  const { session } = await aUser();
  const { id } = await anEntry(session, { keyType: "group", value: '{"FIRST":"0"}' });
  const add = (name: string) =>
    untilDone(async () => {
      const revealed = await session.fetch(`/api/entries/${id}/reveal`, { method: "POST" });
      const { value } = (await revealed.json()) as { value: Record<string, string> };
      return (
        await send(
          session,
          updateEntry,
          { id },
          { "If-Match": revealed.headers.get("ETag") ?? "" },
          JSON.stringify({ value: JSON.stringify({ ...value, [name]: "1" }) }),
        )
      ).status;
    });
  const names = Array.from({ length: writers }, (_, index) => `FIELD_${index}`);
  const refused = await Promise.all(names.map(add));
  expect(refused.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
  const { value } = await session.call(revealEntry, { params: { id } });
  expect(Object.keys(value).sort()).toEqual(["FIRST", ...names].sort());
  expect((await session.call(listEntries))[0]?.version).toBe(1 + writers);
});

test("16 writers who each add a line to one env file that does not exist yet lose none", async () => {
  const { session } = await aUser();
  const { ids } = await belongingsOf(session, "owner");
  const { id } = { id: "", ...ids.ENV_PROJECT_NOT_FOUND };
  const add = (line: string) =>
    untilDone(async () => {
      const file = (await session.call(getEnvProject, { params: { id } })).data.files.find(
        ({ fileType }) => fileType === "env",
      );
      const body = (before: string) => JSON.stringify({ fileType: "env", content: `${before}${line}\n` });
      if (!file) return (await send(session, saveEnvFile, { id }, { "If-None-Match": "*" }, body(""))).status;
      const revealed = await session.fetch(`/api/envs/${id}/files/${file.id}/reveal`, { method: "POST" });
      const { data } = (await revealed.json()) as { data: { content: string } };
      return (
        await send(session, saveEnvFile, { id }, { "If-Match": revealed.headers.get("ETag") ?? "" }, body(data.content))
      ).status;
    });
  const lines = Array.from({ length: writers }, (_, index) => `LINE_${index}=1`);
  await Promise.all(lines.map(add));
  const { data } = await session.call(getEnvProject, { params: { id } });
  const file = data.files.find(({ fileType }) => fileType === "env");
  expect(file?.version).toBe(writers);
  const {
    data: { content },
  } = await session.call(revealEnvFile, { params: { id, fileId: file?.id ?? "" } });
  expect(content.trim().split("\n").sort()).toEqual(lines.sort());
});

describe("a save for a file that must not exist yet", () => {
  test("is refused if it exists, and so is a save for a version of a missing file", async () => {
    const { session } = await aUser();
    const { ids } = await belongingsOf(session, "owner");
    const { id } = { id: "", ...ids.ENV_PROJECT_NOT_FOUND };
    const save = (headers: Record<string, string>, fileType = "env.local") =>
      send(session, saveEnvFile, { id }, headers, JSON.stringify({ fileType, content: "A=1\n" }));
    expect(await save({ "If-None-Match": "*" })).toMatchObject({
      status: 412,
      etag: '"1"',
      json: { code: "CHANGED_MEANWHILE", details: { id: ids.ENV_FILE_NOT_FOUND?.fileId, version: 1 } },
    });
    for (const tag of ['"1"', "*"])
      expect(await save({ "If-Match": tag }, "env")).toMatchObject({
        status: 412,
        etag: null,
        json: { details: { id: null, version: null } },
      });
    expect(await save({ "If-None-Match": '"1"' }, "env")).toMatchObject({
      status: 400,
      json: { details: [{ path: "If-None-Match" }] },
    });
    expect(await save({ "If-None-Match": "*" }, "env")).toMatchObject({ status: 201, etag: '"1"' });
  });
});

describe("an entry that is created only if there is none", () => {
  const make = (who: Actor, body: object) =>
    send(
      who,
      createEntry,
      {},
      { "If-None-Match": "*" },
      JSON.stringify({ name: "billing", value: "sk_test_not_real", ...body }),
    );

  test.for(["production", null])(
    "is created once, however many requests come at once (environment: %s)",
    async (environment) => {
      const { session } = await aUser();
      for (let round = 0; round < 8; round += 1) {
        const { id: categoryId } = await aCategory(session);
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => make(session, { categoryId, environment })));
        const [made, ...more] = outcomes.filter(({ status }) => status === 201);
        expect([made?.etag, more]).toEqual(['"1"', []]);
        const entryId = (made?.json as { id?: string } | undefined)?.id;
        for (const { status, json } of outcomes)
          if (status !== 201)
            expect([status, json.code, json.details]).toEqual([412, "CHANGED_MEANWHILE", { id: entryId, version: 1 }]);
      }
    },
  );

  test("is identified by category, name and environment; without the condition duplicates are still possible", async () => {
    const { session } = await aUser();
    const [one, other] = [await aCategory(session), await aCategory(session)];
    const statuses = [];
    for (const body of [
      {},
      { environment: "staging" },
      { environment: "production" },
      { name: "web" },
      { environment: "staging" },
      { environment: null },
    ])
      statuses.push((await make(session, { categoryId: one.id, ...body })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 412, 412]);
    expect((await make(session, { categoryId: other.id })).status).toBe(201);
    expect(
      (
        await send(
          session,
          createEntry,
          {},
          {},
          JSON.stringify({ categoryId: one.id, name: "billing", value: "not-real" }),
        )
      ).status,
    ).toBe(201);
    expect(await make(session, { categoryId: randomUUID() })).toMatchObject({
      status: 404,
      json: { code: "CATEGORY_NOT_FOUND" },
    });
    expect((await make((await aUser()).session, { categoryId: one.id })).status).toBe(404);
  });
});

test("a category of one name, type and variable, and an env project of one name, is created once by concurrent requests with If-None-Match", async () => {
  const { session } = await aUser();
  const bodies: [ContractSpec, object[]][] = [
    [
      createCategory,
      [
        { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
        { name: "Stripe", keyType: "simple", envVarName: "OTHER" },
        { name: "Stripe", keyType: "group" },
        { name: "Sentry", keyType: "group" },
      ],
    ],
    [createEnvProject, [{ name: "billing" }, { name: "web" }]],
  ];
  for (const [contract, some] of bodies) {
    for (const body of some) {
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () => send(session, contract, {}, { "If-None-Match": "*" }, JSON.stringify(body))),
      );
      const made = outcomes
        .filter(({ status }) => status === 201)
        .map(({ json }) => json as { id?: string; data?: { id: string } });
      expect([made.length, outcomes.filter(({ status }) => status === 412).length]).toEqual([1, 5]);
      const id = made[0]?.id ?? made[0]?.data?.id;
      for (const { status, json } of outcomes)
        if (status === 412) expect(json).toMatchObject({ code: "CHANGED_MEANWHILE", details: { id, version: 1 } });
      expect((await send(session, contract, {}, {}, JSON.stringify(body))).status).toBe(201);
    }
  }
});
