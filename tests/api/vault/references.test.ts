import { describe, expect, test } from "vitest";
import { createAccessKey, type CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { getKeyExposure, getMemberExposure } from "@/lib/contracts/access/activity";
import { createCategory, getCategory, updateCategory } from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, type EnvFileType, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";
import { resolveEnvProject } from "@/lib/contracts/vault/references";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { toldOf, wholeActivity } from "../../support/callers/activity";
import { Canaries } from "../../support/canaries";
import { send } from "../../support/http/raw";
import { aMember, aTeam } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";

const { aVault } = ownVaults();
const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const reference = "svc://Stripe/billing/production";

/** A vault with an entry that `reference` leads to, and the env project `billing`. */
async function aReferredEntry(at: Actor, value = "not-a-real-value") {
  const body = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const { id: categoryId } = await at.call(createCategory, { body });
  const anEntry = async (name: string, environment: Environment | null, value: string) =>
    (await at.call(createEntry, { body: { categoryId, name, environment, value } })).id;
  const entryId = await anEntry("billing", "production", value);
  const aProject = async (name: string) => (await at.call(createEnvProject, { body: { name } })).data.id;
  const id = await aProject("billing");
  const aFile = async (content: string, fileType: EnvFileType = "env.production", projectId = id) => {
    const { data } = await at.call(saveEnvFile, { params: { id: projectId }, body: { fileType, content } });
    return { id: projectId, fileId: data.id };
  };
  return { categoryId, entryId, id, anEntry, aProject, aFile };
}

const resolved = (by: Actor, params: { id: string; fileId: string }) =>
  by.call(revealEnvFile, { params, query: { resolve: "true" } });
const variablesOf = async (by: Actor, id: string, environment: Environment | null = "production") =>
  (await by.call(resolveEnvProject, { params: { id }, body: { environment } })).data.variables;

const revealing: CreateAccessKey["scopes"] = ["envs:reveal", "entries:reveal"];
async function aKeyOf(at: Actor, given: Partial<CreateAccessKey> = {}) {
  const { id, key } = await at.call(createAccessKey, { body: { name: "CI", scopes: revealing, ...given } });
  return { id, by: withKey(key) };
}

/** An answer without what differs between any two requests. */
async function wholeAnswer(by: Actor, path: string, body?: object) {
  const response = await by.fetch(path, {
    method: "POST",
    ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return { status: response.status, headers, text: await response.text() };
}

describe("a file with its references resolved", () => {
  test("is revealed if it is asked for, and as it is stored otherwise", async () => {
    const { session } = await aUser();
    const { aFile } = await aReferredEntry(session);
    const content = `# it's\r\nexport A="${reference}"  # why\r\nB='2'\r\n`;
    const file = await aFile(content);
    for (const query of [{}, { resolve: "false" } as const]) {
      const { data } = await session.call(revealEnvFile, { params: file, query });
      expect(data.content).toBe(content);
    }
    const path = `/api/envs/${file.id}/files/${file.fileId}/reveal?resolve=true`;
    const response = await session.fetch(path, { method: "POST" });
    expect(await response.json()).toEqual({
      data: {
        id: file.fileId,
        projectId: file.id,
        fileType: "env.production",
        content: `# it's\r\nexport A="not-a-real-value"  # why\r\nB='2'\r\n`,
      },
    });
    expect([response.headers.get("ETag"), response.headers.get("Cache-Control")]).toEqual(['"1"', "no-store"]);
    expect(await send(session, "POST", path.replace("true", "yes"))).toMatchObject({
      status: 400,
      json: { code: "VALIDATION_ERROR" },
    });
  });

  test("needs entries:reveal too, as the project's variables do", async () => {
    const { session } = await aUser();
    const { id, aFile } = await aReferredEntry(session);
    const file = await aFile(`A=${reference}\n`);
    const [both, files, entries] = [
      await aKeyOf(session),
      await aKeyOf(session, { scopes: ["envs:reveal"] }),
      await aKeyOf(session, { scopes: ["entries:reveal"] }),
    ];
    expect((await resolved(both.by, file)).data.content).toBe("A=not-a-real-value\n");
    expect((await files.by.call(revealEnvFile, { params: file })).data.content).toBe(`A=${reference}\n`);
    await expect(resolved(files.by, file)).rejects.toMatchObject({
      status: 403,
      code: "AUTH_SCOPE_REQUIRED",
      message: "The access key lacks the scope entries:reveal, which resolving references needs",
    });
    await expect(resolved(entries.by, file)).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    for (const { by } of [files, entries])
      await expect(variablesOf(by, id)).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    expect(await variablesOf(both.by, id)).toMatchObject([{ name: "A", value: "not-a-real-value" }]);
  });

  test("is refused with the lines that can't be resolved, in the form that the document describes", async () => {
    const { session } = await aUser();
    const { id, aFile } = await aReferredEntry(session);
    const file = await aFile(`A=${reference}\nB=svc://Stripe/shop/-\n`);
    const answers = [
      await send(session, "POST", `/api/envs/${id}/files/${file.fileId}/reveal?resolve=true`),
      await send(session, "POST", `/api/envs/${id}/resolve`, { environment: "production" }),
    ];
    for (const { status, json } of answers)
      expect([status, json]).toEqual([
        409,
        {
          error: "Line 2, B: leads to no entry or field. No value was revealed",
          code: "UNRESOLVED_REFERENCES",
          details: [{ fileType: "env.production", line: 2, name: "B", reason: "missing" }],
        },
      ]);
  });
});

describe("what leaves by a reference counts and is on record:", () => {
  test("the file and each entry once, of a key's budget, all of them or nothing", async () => {
    const { session } = await aUser();
    const { id, anEntry, aFile } = await aReferredEntry(session);
    await anEntry("shop", null, "another-fake-value");
    const both = `A=${reference}\nB=svc://Stripe/shop/-\n`;
    const file = await aFile(`${both}C=${reference}\n`);
    const { by } = await aKeyOf(session, { revealsPerDay: 5 });
    const left = async () => (await by.call(whoAmI)).revealsLeft;
    await resolved(by, file);
    expect(await left()).toBe(2);
    const response = await by.fetch(`/api/envs/${id}/files/${file.fileId}/reveal?resolve=true`, { method: "POST" });
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toEqual([429, { code: "REVEALS_SPENT", error: expect.any(String) }]);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(23 * 60 * 60);
    expect(text).not.toMatch(/fake-value|real-value/);
    await expect(variablesOf(by, id)).rejects.toEqual(refused(429, "REVEALS_SPENT"));
    expect(await left()).toBe(2);
    await aFile(`B=1\n${both}B=2\nD=svc://nowhere/x/-\n`);
    await expect(resolved(by, file)).rejects.toEqual(refused(409, "UNRESOLVED_REFERENCES"));
    await expect(variablesOf(by, id)).rejects.toEqual(refused(409, "UNRESOLVED_REFERENCES"));
    expect(await left()).toBe(2);
    // The last assignment counts: one entry and the file.
    await aFile(`${both}B=2\n`);
    expect(await variablesOf(by, id)).toHaveLength(2);
    expect(await left()).toBe(0);
  });

  test("for 32 clients at once never one value more than the budget", async () => {
    const { session } = await aUser();
    const { aFile } = await aReferredEntry(session);
    const file = await aFile(`A=${reference}\n`);
    const { by } = await aKeyOf(session, { revealsPerDay: 11 });
    const results = await Promise.allSettled(Array.from({ length: 32 }, () => resolved(by, file)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("who saw which entry by which request; nothing of what is refused", async () => {
    const { session } = await aUser();
    const { id, entryId, anEntry, aFile } = await aReferredEntry(session);
    const unseen = await anEntry("unseen", null, "another-fake-value");
    const file = await aFile(`A=${reference}\nB=${reference}\nC=svc://Stripe/unseen/-\nC=1\n`);
    const { id: keyId, by } = await aKeyOf(session);
    const exposed = async () =>
      (await session.call(getKeyExposure, { params: { id: keyId } })).map(({ object, current }) => [
        object.id,
        current,
      ]);
    await aFile("A=svc://Stripe/nothing/-\n", "env");
    const other = await aFile(`A=${reference}\nD=svc://Stripe/nothing/-\n`, "env.local");
    await expect(resolved(by, other)).rejects.toEqual(refused(409, "UNRESOLVED_REFERENCES"));
    expect(await exposed()).toEqual([]);

    const response = await by.fetch(`/api/envs/${id}/resolve`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ environment: "production" }),
    });
    expect(response.status).toBe(200);
    const records = await toldOf(session, response.headers.get("X-Request-Id"));
    expect(records.map(({ action, object, outcome }) => [action, object?.name, outcome]).sort()).toEqual([
      ["entry.reveal", "Stripe · billing · production", "done"],
      ["env-file.reveal", "billing · .env", "done"],
      ["env-file.reveal", "billing · .env.production", "done"],
    ]);
    expect(await exposed()).toEqual(expect.arrayContaining([[entryId, true]]));
    expect(await exposed()).toHaveLength(3);
    await resolved(by, file);
    expect(new Map((await exposed()) as [string, boolean][]).get(unseen)).toBe(true);
    await session.call(updateEntry, { params: { id: entryId }, body: { value: "a-new-fake-value" } });
    expect(new Map((await exposed()) as [string, boolean][]).get(entryId)).toBe(false);
  });

  test("no value and no reference is in an error, the activity or the log", async () => {
    const vault = await aVault();
    const { session } = await aUser(vault.baseUrl);
    const canaries = new Canaries();
    const { id, categoryId, entryId, aFile } = await aReferredEntry(session, canaries.text());
    const file = await aFile(`A=${canaries.text()}\nB=${reference}\n`);
    await resolved(session, file);
    await variablesOf(session, id);
    const rewriting = { query: { rewriteReferences: "true" } } as const;
    await session.call(updateCategory, { params: { id: categoryId }, body: { name: "Payments" }, ...rewriting });
    await session.call(updateEntry, { params: { id: entryId }, body: { name: "shop" }, ...rewriting });
    await aFile(`A=svc://${canaries.text()}/a/-\nB=svc://${canaries.text()}\nC=${canaries.text()}\n`);
    const answers = [
      await send(session, "POST", `/api/envs/${id}/files/${file.fileId}/reveal?resolve=true`),
      await send(session, "POST", `/api/envs/${id}/resolve`, { environment: "production" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    const told = [...answers.map(({ text }) => text), await wholeActivity(session), vault.output()].join("\n");
    expect(told).toContain("env-file.update");
    expect(canaries.countIn(Buffer.from(told))).toBe(0);
    expect(canaries.all).toHaveLength(5);
  });
});

describe("beyond a caller's reach", () => {
  test.each([
    ["another project", { projects: ["shop"] }, "svc://Stripe/billing/production"],
    ["another environment", { environments: ["none" as const] }, "svc://Stripe/shop/production"],
    ["both", { projects: ["shop"], environments: ["none" as const] }, "svc://Stripe/billing/production"],
  ])("an entry of %s is answered, byte for byte, as one that was never there", async (_, bounds, outside) => {
    const { session } = await aUser();
    const { anEntry, aProject, aFile } = await aReferredEntry(session);
    await anEntry("shop", null, "a-reachable-value");
    const beyond = await anEntry("shop", "production", "an-unreachable-value");
    const shop = await aProject("shop");
    const { by } = await aKeyOf(session, { ...bounds, revealsPerDay: 100 });
    const file = await aFile(`A=svc://Stripe/shop/-\nB=${outside}\n`, "env", shop);
    const ask = async () => [
      await wholeAnswer(by, `/api/envs/${shop}/files/${file.fileId}/reveal?resolve=true`),
      await wholeAnswer(by, `/api/envs/${shop}/resolve`, { environment: "production" }),
    ];
    const answers = await ask();
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(answers[0]?.text).toContain('"line":2,"name":"B","reason":"missing"');
    // Neither does a second one outside make it ambiguous.
    await anEntry(outside.includes("billing") ? "billing" : "shop", "production", "another-unreachable-value");
    expect(await ask()).toEqual(answers);
    await session.call(deleteEntry, { params: { id: beyond } });
    await aFile("A=svc://Stripe/shop/-\nB=svc://Nothing/of-these/-\n", "env", shop);
    expect(await ask()).toEqual(answers);
    expect(await by.call(whoAmI)).toMatchObject({ revealsLeft: 100 });
    await aFile("A=svc://Stripe/shop/-\n", "env", shop);
    expect(await variablesOf(by, shop)).toMatchObject([{ value: "a-reachable-value" }]);
  });

  test("an entry outside does not make one inside ambiguous, and files outside do not count", async () => {
    const { session } = await aUser();
    const { id, anEntry, aFile } = await aReferredEntry(session);
    await aFile(`A=1\nB=1\nC=svc://nowhere/x/-\n`, "env");
    await aFile(`A=${reference}\n`);
    const { by } = await aKeyOf(session, { environments: ["production"] });
    expect(await variablesOf(by, id)).toEqual([
      {
        name: "A",
        value: "not-a-real-value",
        source: { fileType: "env.production", line: 1 },
        entryId: expect.any(String),
      },
    ]);
    expect(await variablesOf(by, id, "development")).toEqual([]);
    const { by: elsewhere } = await aKeyOf(session, { projects: ["shop"] });
    await expect(variablesOf(elsewhere, id)).rejects.toEqual(refused(404, "ENV_PROJECT_NOT_FOUND"));
    await anEntry("billing", "production", "a-twin");
    await expect(variablesOf(by, id)).rejects.toEqual(refused(409, "UNRESOLVED_REFERENCES"));
  });

  test("each role of a team gets what it may reveal", async () => {
    const team = await aTeam();
    const { id, aFile } = await aReferredEntry(team.owner.at);
    const file = await aFile(`A=${reference}\n`);
    for (const role of ["editor", "reader"] as const) {
      const member = await aMember(team, { role });
      expect((await resolved(member.at, file)).data.content).toBe("A=not-a-real-value\n");
      const seen = await team.owner.session.call(getMemberExposure, { params: { id: team.id, userId: member.id } });
      expect(seen.map(({ object }) => object.kind).sort()).toEqual(["entry", "env-file"]);
      const { by } = await aKeyOf(member.at);
      expect(await variablesOf(by, id)).toHaveLength(1);
    }
    const auditor = (await aMember(team, { role: "auditor" })).at;
    await expect(resolved(auditor, file)).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    await expect(variablesOf(auditor, id)).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    const reader = (await aMember(team, { role: "reader", projects: ["shop"] })).at;
    await expect(resolved(reader, file)).rejects.toEqual(refused(404, "ENV_FILE_NOT_FOUND"));
    // In one's own vault, a team's entry is none.
    const { session } = await aUser();
    const mine = await session.call(createEnvProject, { body: { name: "billing" } });
    await session.call(saveEnvFile, {
      params: { id: mine.data.id },
      body: { fileType: "env", content: `A=${reference}\n` },
    });
    await expect(variablesOf(session, mine.data.id)).rejects.toEqual(refused(409, "UNRESOLVED_REFERENCES"));
  });
});

describe("a renaming with rewriteReferences=true", () => {
  test("rewrites them through the API, and only then; a key needs envs:write for it", async () => {
    const { session } = await aUser();
    const { categoryId, entryId, aFile } = await aReferredEntry(session);
    const file = await aFile(`A=${reference}\n`);
    const content = async () => (await session.call(revealEnvFile, { params: file })).data.content;
    const { by } = await aKeyOf(session, { scopes: ["categories:write", "entries:write"] });
    const category = { params: { id: categoryId }, body: { name: "Payments" } };
    const entry = { params: { id: entryId }, body: { environment: "staging" as const } };
    const rewriting = { query: { rewriteReferences: "true" as const } };
    await expect(by.call(updateCategory, { ...category, ...rewriting })).rejects.toEqual(
      refused(403, "AUTH_SCOPE_REQUIRED"),
    );
    await expect(by.call(updateEntry, { ...entry, ...rewriting })).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    expect(await session.call(getCategory, { params: { id: categoryId } })).toMatchObject({
      name: "Stripe",
      version: 1,
    });
    expect(await content()).toBe(`A=${reference}\n`);

    expect(await session.call(updateCategory, { ...category, ...rewriting })).toMatchObject({ name: "Payments" });
    expect(await content()).toBe("A=svc://Payments/billing/production\n");
    await session.call(updateEntry, { ...entry, ...rewriting });
    expect(await content()).toBe("A=svc://Payments/billing/staging\n");
    await session.call(updateEntry, {
      params: entry.params,
      body: { name: "shop" },
      query: { rewriteReferences: "false" },
    });
    expect(await content()).toBe("A=svc://Payments/billing/staging\n");
    await expect(resolved(session, file)).rejects.toEqual(refused(409, "UNRESOLVED_REFERENCES"));
  });
});
