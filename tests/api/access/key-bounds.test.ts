import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createAccessKey, type CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { extractNames } from "@/lib/contracts/transfer/ai-extract";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createShareLink } from "@/lib/contracts/transfer/links";
import type { ContractSpec } from "@/lib/contracts/contract";
import { createEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { type Scope, scopes as allScopes } from "@/lib/contracts/access/scopes";
import { getStats } from "@/lib/contracts/vault/stats";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { operation } from "../../support/http/operations";
import { refusedField, send } from "../../support/http/raw";

/** A vault of two projects, in three environments and without one. */
async function aVault() {
  const { session } = await aUser();
  const category = async (name: string) =>
    (await session.call(createCategory, { body: { name, keyType: "simple", envVarName: name.toUpperCase() } })).id;
  const [stripe, mail] = [await category("Stripe"), await category("Mail")];
  const entry = async (categoryId: string, name: string, environment: "production" | "staging" | null) =>
    (await session.call(createEntry, { body: { categoryId, name, environment, value: `${name}-${environment}` } })).id;
  const entries = {
    billingProduction: await entry(stripe, "billing", "production"),
    billingNone: await entry(stripe, "billing", null),
    billingStaging: await entry(stripe, "billing", "staging"),
    shopProduction: await entry(mail, "shop", "production"),
  };
  const project = async (name: string) => (await session.call(createEnvProject, { body: { name } })).data.id;
  const projects = { billing: await project("billing"), shop: await project("shop") };
  const file = async (id: string, fileType: "env.production" | "env.local" | "env.development") =>
    (await session.call(saveEnvFile, { params: { id }, body: { fileType, content: `TYPE=${fileType}\n` } })).data.id;
  const files = {
    billingProduction: await file(projects.billing, "env.production"),
    billingLocal: await file(projects.billing, "env.local"),
    shopProduction: await file(projects.shop, "env.production"),
  };
  const token = await session.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  const link = await session.call(createShareLink, { body: { ciphertext: "AQAA", views: 1, expiresInHours: 1 } });
  const keyWith = async (bounds: Partial<CreateAccessKey>, scopes: readonly Scope[] = allScopes) =>
    withKey((await session.call(createAccessKey, { body: { name: "bounded", scopes: [...scopes], ...bounds } })).key);
  return { session, categories: { stripe, mail }, entries, projects, files, token: token.id, link: link.id, keyWith };
}
type Vault = Awaited<ReturnType<typeof aVault>>;

let vault: Vault;
beforeAll(async () => void (vault = await aVault()));

const outOfBounds = { status: 403, json: { code: "OUT_OF_BOUNDS", error: expect.any(String) } };

/** What a caller finds by all lists. */
async function found(caller: Actor) {
  const projects = await caller.call(listEnvProjects);
  return {
    entries: (await caller.call(listEntries)).map(({ name, environment }) => `${name} ${environment}`),
    categories: (await caller.call(listCategories)).map(({ name }) => name),
    projects: projects.data.map(({ name, fileCount }) => `${name} ${fileCount}`),
    stats: await caller.call(getStats),
    export: await caller.call(exportEntries),
  };
}

describe("a key that is bounded", () => {
  test("by project sees what has that name, everywhere, and no token", async () => {
    const {
      entries,
      categories,
      projects,
      stats,
      export: text,
    } = await found(await vault.keyWith({ projects: ["billing"] }));
    expect(entries.sort()).toEqual(["billing null", "billing production", "billing staging"]);
    expect([categories, projects]).toEqual([["Stripe"], ["billing 2"]]);
    expect(stats).toMatchObject({
      totalCategories: 1,
      totalEntries: 3,
      total2fa: 0,
      byEnvironment: { development: 0, staging: 1, production: 1 },
    });
    expect(text).toContain("billing-staging");
    expect(text).not.toContain("shop");
  });

  test("by environment sees the entries and files of it, in every project", async () => {
    const key = await vault.keyWith({ environments: ["production"] });
    const { entries, categories, projects, export: text } = await found(key);
    expect(entries).toEqual(["billing production", "shop production"]);
    expect([categories, projects]).toEqual([
      ["Mail", "Stripe"],
      ["billing 1", "shop 1"],
    ]);
    expect(text).not.toContain("billing-null");
    const { data } = await key.call(getEnvProject, { params: { id: vault.projects.billing } });
    expect(data.files.map(({ fileType }) => fileType)).toEqual(["env.production"]);
  });

  test("by none sees what has no environment: such entries, and the files env and env.local", async () => {
    const { entries, projects } = await found(await vault.keyWith({ environments: ["none"] }));
    expect([entries, projects]).toEqual([["billing null"], ["billing 1", "shop 0"]]);
  });

  test("by both sees what lies within both", async () => {
    const key = await vault.keyWith({ projects: ["billing"], environments: ["production", "none"] });
    const { entries, categories, projects } = await found(key);
    expect(entries.sort()).toEqual(["billing null", "billing production"]);
    expect([categories, projects]).toEqual([["Stripe"], ["billing 2"]]);
    const { billingProduction } = vault.entries;
    expect(await key.call(revealEntry, { params: { id: billingProduction } })).toMatchObject({
      value: "billing-production",
    });
    const params = { id: vault.projects.billing, fileId: vault.files.billingProduction };
    expect((await key.call(revealEnvFile, { params })).data.content).toBe("TYPE=env.production\n");
  });

  test("by projects of names that are not there sees nothing", async () => {
    const {
      entries,
      categories,
      projects,
      export: text,
    } = await found(await vault.keyWith({ projects: ["Billing", "billing "].map((name) => `${name}x`) }));
    expect([entries, categories, projects]).toEqual([[], [], []]);
    expect(text).not.toContain("billing");
  });

  test("is not asked about what lies outside when names are taken from a sentence", async () => {
    const key = await vault.keyWith({ projects: ["billing"] });
    const answer = await key.call(extractNames, { body: { prompt: "everything for shop and billing" } });
    expect(JSON.stringify(answer)).not.toContain('shop"');
  });

  test("gets its own kept answers, and others theirs, in whatever order they ask", async () => {
    const unbounded = await vault.keyWith({});
    const lists = [];
    for (const caller of [
      vault.session,
      await vault.keyWith({ projects: ["shop"] }),
      unbounded,
      await vault.keyWith({ projects: ["billing"] }),
      vault.session,
    ])
      lists.push((await caller.call(listEntries)).length);
    expect(lists).toEqual([4, 1, 4, 3, 4]);
  });

  test("that names entries by id in an export gets the 404 of missing ones for those outside", async () => {
    const key = await vault.keyWith({ projects: ["billing"] });
    const missing = await send(key, "GET", `/api/export?ids=${randomUUID()}`);
    const outside = await send(key, "GET", `/api/export?ids=${vault.entries.shopProduction}`);
    expect([missing.status, outside.text]).toEqual([404, missing.text]);
  });
});

/** Every operation that a key may call, with what it is about. */
const ofKeys = contracts.flatMap((contract) =>
  typeof contract.access === "object" ? [{ id: contract.id, contract, scope: contract.access.scope }] : [],
);
const isUnboundedOnly = (scope: Scope) => scope.startsWith("2fa:") || scope === "categories:write";

/** The ids of things that lie outside of all bounds below. */
const idsFor = ({ notFound, path }: ContractSpec): Record<string, string> =>
  ({
    CATEGORY_NOT_FOUND: { id: vault.categories.mail },
    ENTRY_NOT_FOUND: { id: vault.entries.shopProduction },
    TWO_FACTOR_NOT_FOUND: { id: vault.token },
    ENV_PROJECT_NOT_FOUND: { id: vault.projects.shop },
    LINK_NOT_FOUND: { id: vault.link },
    ENV_FILE_NOT_FOUND: { id: vault.projects.shop, fileId: vault.files.shopProduction },
  })[String(notFound)] ?? (path.includes("{") ? expect.fail(`${path} names something unknown here`) : {});

describe.each([
  ["another project", { projects: ["elsewhere"] }],
  ["another project and environment", { projects: ["elsewhere"], environments: ["staging" as const] }],
  [
    "a project of which nothing is in the environment",
    { projects: ["billing"], environments: ["development" as const] },
  ],
])("bounded to %s", (_, bounds) => {
  let key: Actor;
  beforeAll(async () => void (key = await vault.keyWith(bounds)));
  const answer = async (contract: ContractSpec, ids: Record<string, string>) => {
    const { path, init } = operation(contract, { ids });
    const response = await key.fetch(path, init);
    return { status: response.status, text: await response.text() };
  };

  test.for(ofKeys.filter(({ scope }) => isUnboundedOnly(scope)))("$id is refused", async ({ contract }) => {
    const { status, text } = await answer(contract, idsFor(contract));
    expect([status, JSON.parse(text)]).toEqual([403, { error: expect.any(String), code: "OUT_OF_BOUNDS" }]);
  });

  test.for(ofKeys.filter(({ scope, contract }) => !isUnboundedOnly(scope) && contract.path.includes("{")))(
    "$id answers as for something that does not exist",
    async ({ contract }) => {
      const missing = await answer(contract, {});
      expect(missing.status).toBe(404);
      expect(await answer(contract, idsFor(contract))).toEqual(missing);
      expect(await (await vault.keyWith({})).call(listEntries)).toHaveLength(4);
    },
  );
});

describe("writes of a bounded key", () => {
  const create = async (key: Actor, body: object) =>
    send(key, "POST", "/api/entries", { categoryId: vault.categories.stripe, value: "not-a-secret", ...body });

  test("create and change what lies inside, and nothing that would lie outside", async () => {
    const own = await aVault();
    const key = await own.keyWith({ projects: ["billing"], environments: ["production"] });
    const body = { categoryId: own.categories.stripe, value: "not-a-secret" };
    const inside = await send(key, "POST", "/api/entries", { ...body, name: "billing", environment: "production" });
    expect(inside.status).toBe(201);
    for (const place of [
      { name: "shop", environment: "production" },
      { name: "billing", environment: "staging" },
      { name: "billing" },
    ])
      expect(await send(key, "POST", "/api/entries", { ...body, ...place })).toMatchObject(outOfBounds);
    const path = `/api/entries/${Object(inside.json).id}`;
    expect(await send(key, "PUT", path, { value: "another", notes: "kept" })).toMatchObject({ status: 200 });
    for (const place of [{ name: "shop" }, { environment: "staging" }, { environment: null }])
      expect(await send(key, "PUT", path, place)).toMatchObject(outOfBounds);
    expect(await send(key, "DELETE", path)).toMatchObject({ status: 204 });
    expect(await own.session.call(listEntries)).toHaveLength(4);
  });

  test("of an entry outside says first that it lies outside, whatever the category", async () => {
    const key = await vault.keyWith({ projects: ["billing"] });
    for (const categoryId of [vault.categories.mail, randomUUID()])
      expect(await create(key, { categoryId, name: "shop" })).toMatchObject(outOfBounds);
    expect(await create(key, { categoryId: vault.categories.mail, name: "billing" })).toMatchObject({
      status: 404,
      json: { code: "CATEGORY_NOT_FOUND" },
    });
  });

  test("make, rename and delete env projects within its projects, and none if it is bounded by environment", async () => {
    const own = await aVault();
    const key = await own.keyWith({ projects: ["billing", "new"] });
    const made = await send(key, "POST", "/api/envs", { name: "new" });
    expect(made.status).toBe(201);
    const path = `/api/envs/${Object(made.json).data.id}`;
    expect(await send(key, "POST", "/api/envs", { name: "shop" })).toMatchObject(outOfBounds);
    expect(await send(key, "PUT", path, { name: "shop" })).toMatchObject(outOfBounds);
    expect(await send(key, "PUT", path, { name: "billing" })).toMatchObject({ status: 200 });
    expect(await send(key, "DELETE", path)).toMatchObject({ status: 204 });
    const production = await own.keyWith({ environments: ["production"] });
    const billing = `/api/envs/${own.projects.billing}`;
    expect(await send(production, "PUT", billing, { description: "told" })).toMatchObject({ status: 200 });
    expect(await send(production, "PUT", billing, { name: "billing", description: "sent back" })).toMatchObject({
      status: 200,
    });
    expect(await send(production, "PUT", billing, { name: "shop" })).toMatchObject(outOfBounds);
    expect(await send(production, "DELETE", billing)).toMatchObject(outOfBounds);
    const { data } = await own.session.call(getEnvProject, { params: { id: own.projects.billing } });
    expect(data.files).toHaveLength(2);
  });

  test("save files of their environment only", async () => {
    const own = await aVault();
    const key = await own.keyWith({ projects: ["billing"], environments: ["production"] });
    const path = `/api/envs/${own.projects.billing}/files`;
    const save = (fileType: string) => send(key, "POST", path, { fileType, content: "A=1\n" });
    expect(await save("env.production")).toMatchObject({ status: 200 });
    for (const fileType of ["env", "env.local", "env.development"])
      expect(await save(fileType)).toMatchObject(outOfBounds);
    expect(await send(key, "DELETE", `${path}/${own.files.billingLocal}`)).toMatchObject({ status: 404 });
  });

  test("are told which items of an import lie outside, and why, the first of many", async () => {
    const own = await aVault();
    const key = await own.keyWith({ projects: ["billing"], environments: ["production"] });
    const item = (name: string, environment?: string) => ({
      ...{ category: "Stripe", keyType: "simple", envVarName: "STRIPE", value: "not-a-secret" },
      ...{ name, environment },
    });
    const file = (fileType: string) => ({ project: "billing", fileType, content: "A=1\n" });
    const error = async (body: object) =>
      (await send(key, "POST", "/api/import", { preview: true, ...body })).json as { code: string; error: string };
    const told = (which: string) => ({
      code: "OUT_OF_BOUNDS",
      error: expect.stringMatching(new RegExp(`^Nothing was imported: ${which}$`)),
    });
    expect(await error({ entries: [item("billing", "production"), item("shop", "production")] })).toEqual(
      told(String.raw`1 of the items lies outside .*: Stripe for shop \(project shop\)`),
    );
    expect(
      await error({
        entries: [item("shop", "staging"), item("billing"), ...["a", "b", "c"].map((name) => item(name, "production"))],
        envFiles: [file("env"), file("env.production")],
      }),
    ).toEqual(
      told(
        String.raw`6 of the items lie .*: Stripe for shop \(project shop, environment staging\), Stripe for billing \(no environment\), .*, and 1 more`,
      ),
    );
  });

  test("import what lies inside, and refuse the whole import otherwise", async () => {
    const own = await aVault();
    const key = await own.keyWith({ projects: ["billing"] });
    const item = (name: string, category = "Stripe", envVarName = "STRIPE") => ({
      category,
      keyType: "simple",
      envVarName,
      name,
      environment: "development",
      value: "not-a-secret",
    });
    expect(await send(key, "POST", "/api/import", { entries: [item("billing"), item("shop")] })).toMatchObject(
      outOfBounds,
    );
    expect(await send(key, "POST", "/api/import", { entries: [item("billing", "Fresh", "FRESH")] })).toMatchObject({
      status: 403,
      json: {
        code: "OUT_OF_BOUNDS",
        error: expect.stringContaining("can't create the category that the items need: Fresh. Ask somebody"),
      },
    });
    for (const refused of [
      item("shop", "Mail", "MAIL"),
      item("billing", "Mail", "MAIL"),
      item("billing", "Fresh", "F"),
    ])
      expect(await send(key, "POST", "/api/import", { preview: true, entries: [refused] })).toMatchObject(outOfBounds);
    expect(await own.session.call(listEntries)).toHaveLength(4);
    expect(await send(key, "POST", "/api/import", { entries: [item("billing")] })).toMatchObject({
      status: 200,
      json: { counts: { created: 1 } },
    });
    const twoFactor = [{ service: "GitHub", accountName: "eve", secret: "JBSWY3DPEHPK3PXP" }];
    expect(await send(key, "POST", "/api/import", { twoFactor })).toMatchObject(outOfBounds);
  });
});

describe("the bounds themselves", () => {
  test("are shown in the key's list, each once and in order; without them everything is null", async () => {
    const { session } = await aUser();
    const bounds = {
      projects: ["shop", " billing ", "shop"],
      environments: ["none", "production", "none"] as const,
      addresses: ["10.0.0.0/8", "2001:db8::1"],
      revealsPerDay: 7,
    };
    const kept = {
      projects: ["shop", "billing"],
      environments: ["production", "none"],
      addresses: ["10.0.0.0/8", "2001:db8::1"],
      revealsPerDay: 7,
      canary: false,
      previousKeyExpiresAt: null,
    };
    const post = (body: object) =>
      send(session, "POST", "/api/access-keys", { name: "CI", scopes: ["entries:read"], ...body });
    expect(await post(bounds)).toMatchObject({ status: 201, json: kept });
    const nothing = { projects: null, environments: null, addresses: null, revealsPerDay: null };
    expect(await post({ ...nothing, canary: true })).toMatchObject({ status: 201, json: { ...nothing, canary: true } });
    expect(await send(session, "GET", "/api/access-keys")).toMatchObject({
      json: [kept, { ...nothing, canary: true }],
    });
  });

  test.each([
    ["projects", { projects: [] }],
    ["projects.0", { projects: [" "] }],
    ["projects", { projects: "billing" }],
    ["projects", { projects: Array.from({ length: 101 }, (_, index) => `p${index}`) }],
    ["environments", { environments: [] }],
    ["environments.0", { environments: ["prod"] }],
    ["addresses.0", { addresses: ["example.com"] }],
    ["addresses.0", { addresses: ["10.0.0.0/33"] }],
    ["addresses", { addresses: [] }],
    ["revealsPerDay", { revealsPerDay: 0 }],
    ["revealsPerDay", { revealsPerDay: 1.5 }],
    ["canary", { canary: "yes" }],
  ])("are refused by name: %s %j", async (path, fault) => {
    const { session } = await aUser();
    const body = { name: "CI", scopes: ["entries:read"], ...fault };
    expect(await send(session, "POST", "/api/access-keys", body)).toMatchObject(refusedField(path));
  });

  test("a hundred projects can be named", async () => {
    const projects = Array.from({ length: 99 }, (_, index) => `p${index}`);
    expect(await (await vault.keyWith({ projects: [...projects, "shop"] })).call(listEntries)).toHaveLength(1);
  });
});
