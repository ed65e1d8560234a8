import { expect, test } from "vitest";
import { createAccessKey, listAccessKeys } from "@/lib/contracts/access/access-keys";
import { listActivity } from "@/lib/contracts/access/activity";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry, listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { acceptInvitation } from "@/lib/contracts/people/invitations";
import { listMembers } from "@/lib/contracts/people/members";
import { renameProject } from "@/lib/contracts/vault/projects";
import { getEntryUses } from "@/lib/contracts/vault/references";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { aMember, aTeam, invite } from "../../support/callers/teams";

/** A category, and what makes entries and env files in projects. */
async function aVault(who: Actor) {
  const { id: categoryId } = await who.call(createCategory, {
    body: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" },
  });
  return {
    entry: (name: string, environment: Environment | null = null) =>
      who.call(createEntry, { body: { categoryId, name, environment, value: "not-a-real-value" } }),
    async file(name: string, content: string) {
      const { data } = await who.call(createEnvProject, { body: { name } });
      const params = { id: data.id };
      const file = await who.call(saveEnvFile, { params, body: { fileType: "env", content } });
      return async () => (await who.call(revealEnvFile, { params: { ...params, fileId: file.data.id } })).data.content;
    },
    async files(name: string, ...types: EnvFileType[]) {
      const { data } = await who.call(createEnvProject, { body: { name } });
      for (const fileType of types)
        await who.call(saveEnvFile, { params: { id: data.id }, body: { fileType, content: `${fileType}\n` } });
      return data.id;
    },
    names: async () => (await who.call(listEntries)).map(({ name }) => name).sort(),
  };
}

const rename = (who: Actor, from: string, to: string, merge?: boolean) =>
  who.call(renameProject, { body: { from, to, ...(merge !== undefined && { merge }) } });

test("a project is renamed wherever it stands, in one step", async () => {
  const team = await aTeam();
  const { at } = team.owner;
  const vault = await aVault(at);
  await vault.entry("billing");
  await vault.entry("billing", "production");
  await vault.entry("web");
  await vault.files("billing", "env");
  const text = await vault.file("web", "A=svc://Stripe/web/-\nB='svc://Stripe/billing/production' # live\n");
  const limited = { role: "reader" as const, projects: ["billing", "web"] };
  const member = await aMember(team, limited);
  const token = await invite(team, limited);
  const { key } = await at.call(createAccessKey, {
    body: { name: "deploy", scopes: ["entries:read"], projects: ["billing"], revealsPerDay: 7 },
  });
  expect(await rename(at, "billing", "payments")).toEqual({
    entries: 2,
    envProjects: 1,
    envFiles: 1,
    accessKeys: 1,
    trustRules: 0,
    members: 1,
    invitations: 1,
  });

  expect(await text()).toBe("A=svc://Stripe/web/-\nB='svc://Stripe/payments/production' # live\n");
  const told = (await at.call(listActivity, { query: { limit: 6 } })).map((one) => `${one.action} ${one.object?.name}`);
  expect(told.sort()).toEqual([
    "entry.update Stripe · payments",
    "entry.update Stripe · payments · production",
    "env-file.reveal web · .env",
    "env-file.update web · .env",
    "env-project.update payments",
    "project.rename payments",
  ]);

  const [renamed] = await at.call(listActivity, { query: { action: "project.rename" } });
  expect(renamed?.change).toBe("“billing” → “payments”");
  expect(await vault.names()).toEqual(["payments", "payments", "web"]);
  expect((await at.call(listEnvProjects)).data.map(({ name }) => name)).toEqual(["payments", "web"]);
  const [made] = await at.call(listAccessKeys);
  expect(made).toMatchObject({ projects: ["payments"], revealsPerDay: 7 });
  // Their limits still let them see what they saw before: the rows are signed again.
  expect(await withKey(key).call(listEntries)).toHaveLength(2);
  expect(await member.at.call(listEntries)).toHaveLength(3);
  const invited = await aUser();
  await invited.session.call(acceptInvitation, { body: { token } });
  const members = await at.call(listMembers, { params: { id: team.id } });
  expect(members.filter(({ role }) => role === "reader").map(({ projects }) => projects)).toEqual([
    ["payments", "web"],
    ["payments", "web"],
  ]);
});

test("another project of that name is joined only if that is meant, files and all", async () => {
  const { session } = await aUser();
  const vault = await aVault(session);
  await vault.entry("billing");
  await vault.entry("web");
  await vault.files("billing", "env.production");
  const target = await vault.files("web", "env");
  await expect(rename(session, "billing", "web")).rejects.toMatchObject({ status: 409, code: "PROJECT_EXISTS" });
  await expect(rename(session, "billing", "web", false)).rejects.toMatchObject({ code: "PROJECT_EXISTS" });
  expect(await vault.names()).toEqual(["billing", "web"]);
  expect(await rename(session, "billing", "web", true)).toMatchObject({ entries: 1, envProjects: 1 });
  expect(await vault.names()).toEqual(["web", "web"]);
  expect((await session.call(listEnvProjects)).data.map(({ id }) => id)).toEqual([target]);
  const { files } = (await session.call(getEnvProject, { params: { id: target } })).data;
  expect(files.map(({ fileType }) => fileType).sort()).toEqual(["env", "env.production"]);
});

test("two entries that references would lead to can't be joined: nothing changes", async () => {
  const { session } = await aUser();
  const vault = await aVault(session);
  const old = await vault.entry("billing", "production");
  await vault.entry("web", "production");
  const text = await vault.file("shop", "A=svc://Stripe/web/production\n");
  await expect(rename(session, "billing", "web", true)).rejects.toMatchObject({
    status: 409,
    code: "REFERENCES_AMBIGUOUS",
    message: expect.stringContaining("A in line 1 of shop’s .env"),
  });
  expect(await vault.names()).toEqual(["billing", "web"]);
  // Before anybody joins them, where it is used tells it too.
  await session.call(updateEntry, { params: { id: old.id }, body: { name: "web" } });
  const { files } = await session.call(getEntryUses, { params: { id: old.id } });
  expect(files.flatMap(({ variables }) => variables)).toEqual([{ name: "A", line: 1, state: "ambiguous" }]);
  expect(await text()).toBe("A=svc://Stripe/web/production\n");
});

test.each<[EnvFileType[], string]>([
  [["env"], "Both projects have .env: delete one of the two files first."],
  [["env.production", "env"], "Both projects have .env, .env.production: delete one of each pair first."],
])("two files of one type can't be joined (%j), which are named: nothing changes", async (types, named) => {
  const { session } = await aUser();
  const vault = await aVault(session);
  await vault.entry("billing");
  for (const name of ["billing", "web"]) await vault.files(name, ...types);
  await expect(rename(session, "billing", "web", true)).rejects.toMatchObject({
    status: 409,
    code: "ENV_FILE_TAKEN",
    message: `${named} Nothing was merged`,
  });
  expect(await vault.names()).toEqual(["billing"]);
  expect((await session.call(listEnvProjects)).data.map(({ name }) => name)).toEqual(["billing", "web"]);
});

test("a project that is not there, the same name, and a limited member are refused", async () => {
  const team = await aTeam();
  const vault = await aVault(team.owner.at);
  const entry = await vault.entry("billing");
  await expect(rename(team.owner.at, "web", "x")).rejects.toMatchObject({ status: 404, code: "PROJECT_NOT_FOUND" });
  await expect(rename(team.owner.at, "billing", "billing")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const editor = await aMember(team, { role: "editor", projects: ["billing"] });
  await expect(rename(editor.at, "billing", "x")).rejects.toMatchObject({ status: 403, code: "OUT_OF_BOUNDS" });
  const reader = await aMember(team, { role: "reader" });
  await expect(rename(reader.at, "billing", "x")).rejects.toMatchObject({ code: "AUTH_SCOPE_REQUIRED" });
  await team.owner.at.call(deleteEntry, { params: { id: entry.id } });
  await expect(rename(team.owner.at, "billing", "x")).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
});

test("in a team, only an owner joins projects if that gives somebody what they are kept from", async () => {
  const team = await aTeam();
  const vault = await aVault(team.owner.at);
  for (const name of ["small", "crown", "free"]) await vault.entry(name);
  const editor = await aMember(team, { role: "editor" });
  await aMember(team, { role: "reader", projects: ["small"] });
  await expect(rename(editor.at, "small", "crown", true)).rejects.toMatchObject({
    status: 403,
    code: "TEAM_OWNER_REQUIRED",
  });
  expect(await vault.names()).toEqual(["crown", "free", "small"]);
  // Nobody is limited to what is joined, or they follow to a name that nothing has.
  expect(await rename(editor.at, "free", "crown", true)).toMatchObject({ entries: 1, members: 0 });
  expect(await rename(editor.at, "small", "little")).toMatchObject({ entries: 1, members: 1 });
  expect(await rename(team.owner.at, "little", "crown", true)).toMatchObject({ entries: 1, members: 1 });
});

test("whoever is limited to the new name is not told the former one", async () => {
  const team = await aTeam();
  await (await aVault(team.owner.at)).entry("acquisition");
  await rename(team.owner.at, "acquisition", "payments");
  const auditor = await aMember(team, { role: "auditor", projects: ["payments"] });
  const seen = await auditor.at.call(listActivity, { query: { action: "project.rename" } });
  expect(seen).toMatchObject([{ change: null, reason: null, object: { name: "payments" } }]);
  expect(JSON.stringify(await auditor.at.call(listActivity))).not.toContain("acquisition");
});

test("of two renamings at once, each project keeps all that is its own", async () => {
  const { session } = await aUser();
  const vault = await aVault(session);
  for (const name of ["a", "a", "b"]) await vault.entry(name);
  const outcomes = await Promise.allSettled([rename(session, "a", "c"), rename(session, "b", "c")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect([
    ["a", "a", "c"],
    ["b", "c", "c"],
  ]).toContainEqual(await vault.names());
});
