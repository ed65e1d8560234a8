import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { addMember } from "@/lib/auth/grants/invitation";
import { findMembership } from "@/lib/auth/grants/membership";
import type { BoundEnvironment } from "@/lib/contracts/access/grants";
import type { Role } from "@/lib/contracts/people/roles";
import { createAccessKey, listAccessKeys, rotateAccessKey } from "@/lib/services/access/access-keys";
import { exposureOfKey, exposureOfMember } from "@/lib/services/access/exposure";
import { createTrustRule, listTrustRules } from "@/lib/services/access/trust-rules";
import { listActivity } from "@/lib/services/activity";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry, deleteEntry, revealEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { deleteEnvFile, revealEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject, deleteEnvProject, getEnvProject, updateEnvProject } from "@/lib/services/envs/envs";
import { exportEntries } from "@/lib/services/export";
import { renameProject } from "@/lib/services/projects";
import { listMembers, updateMember } from "@/lib/services/teams/members";
import { createTeam } from "@/lib/services/teams/teams";
import { listTrash, restoreFromTrash } from "@/lib/services/trash";
import { keyCaller } from "../../../support/callers/key-caller";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

type Ctx = { caller: SessionCaller };
type Limits = { projects?: string[] | null; environments?: BoundEnvironment[] | null };

/** A team whose owner has a category for entries, and how others join it. */
async function aTeam() {
  const aPerson = async (): Promise<SessionCaller> => {
    const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
    return { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
  };
  const founder = await aPerson();
  const { id: teamId } = await createTeam({ caller: founder }, { name: "Payments" });
  /** Somebody in the team, as they are there now. */
  const within = async (person: SessionCaller): Promise<Ctx> => {
    const membership = (await findMembership(teamId, person.userId)) ?? expect.fail("they are a member");
    return { caller: { ...person, ...membership } };
  };
  const owner = await within(founder);
  const limit = (ctx: Ctx, limits: Limits, role: Role = "reader") =>
    updateMember(owner, teamId, ctx.caller.userId, { role, ...limits });
  const join = async (limits: Limits = {}) => {
    const person = await aPerson();
    await own.db.$transaction((tx) => addMember(tx, { teamId, userId: person.userId, role: "reader", bounds: null }));
    await limit({ caller: person }, limits);
    return within(person);
  };
  const again = (ctx: Ctx) => within(ctx.caller);
  const category = await createCategory(owner, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const entry = async (name: string, environment: "production" | "staging" | null = null) =>
    (await createEntry(owner, { categoryId: category.id, name, environment, value: "not-a-real-value" })).id;
  const project = async (name: string) => (await createEnvProject(owner, { name })).id;
  const file = async (projectId: string, fileType: "env" | "env.local" | "env.production" = "env") =>
    (await saveEnvFile(owner, projectId, { fileType, content: "A=not-a-real-value\n" })).file.id;
  return { teamId, owner, join, limit, again, entry, project, file };
}

test("who is limited to projects reads no other name in the members’ limits, but for their own", async () => {
  const { teamId, owner, join, limit } = await aTeam();
  const projects = ["billing", "shop"];
  const limited = await join({ projects });
  const others = [
    await join({ projects: ["web", "billing"], environments: ["staging"] }),
    await join({ projects: ["web"] }),
    await join(),
    await join({ environments: ["production"] }),
  ];
  const seenBy = async (ctx: Ctx) => {
    // Their own vault's session asks too: the path names the team.
    const { team: _, ...person } = ctx.caller;
    const listed = await listMembers({ caller: { ...person, bounds: null } }, teamId);
    expect(await listMembers(ctx, teamId)).toEqual(listed);
    const reached = new Map(listed.map(({ userId, projects, environments }) => [userId, [projects, environments]]));
    return [limited, ...others].map(({ caller }) => reached.get(caller.userId));
  };
  const all = [
    [projects, null],
    [["web", "billing"], ["staging"]],
    [["web"], null],
    [null, null],
    [null, ["production"]],
  ];
  expect(await seenBy(owner)).toEqual(all);
  expect(await seenBy(limited)).toEqual([all[0], [["billing"], ["staging"]], [[], null], all[3], all[4]]);
  await limit(limited, { projects: null, environments: ["production"] });
  expect(await seenBy(limited)).toEqual([[null, ["production"]], ...all.slice(1)]);
});

test("who is limited by now learns nothing from what they saw before of what lies outside", async () => {
  const { teamId, join, limit, again, entry, project, file } = await aTeam();
  const member = await join();
  const entries = [await entry("billing", "production"), await entry("billing", "staging"), await entry("web")];
  const [billing, web] = [await project("billing"), await project("web")];
  const files = [await file(billing), await file(billing, "env.production"), await file(web)];
  const { id: keyId } = await createAccessKey(member, { name: "CI", scopes: ["entries:reveal", "envs:reveal"] });
  const key = { caller: keyCaller({ ...member.caller, kind: "key", keyId }) };
  for (const by of [member, key]) {
    for (const id of entries) await revealEntry(by, id);
    for (const [index, id] of files.entries()) await revealEnvFile(by, index === 2 ? web : billing, id);
  }
  const seen = async () => {
    const ctx = await again(member);
    const { team: _, ...person } = ctx.caller;
    const rows = await exposureOfKey(ctx, keyId);
    const mine = await exposureOfMember({ caller: { ...person, bounds: null } }, { id: teamId, userId: person.userId });
    const ids = (all: typeof rows) => all.map(({ object }) => object.id).sort();
    expect(ids(mine)).toEqual(ids(rows));
    return ids(rows);
  };
  expect(await seen()).toEqual([...entries, ...files].sort());
  await limit(member, { projects: ["billing"] });
  expect(await seen()).toEqual([...entries.slice(0, 2), ...files.slice(0, 2)].sort());
  await limit(member, { projects: ["billing"], environments: ["production"] });
  expect(await seen()).toEqual([entries[0], files[1]].sort());
  await limit(member, { projects: null, environments: ["none"] });
  expect(await seen()).toEqual([entries[2], files[0], files[2]].sort());
});

test("what was inside when they saw it and is outside now looks to them like something deleted for good", async () => {
  const { teamId, owner, join, entry, project, file } = await aTeam();
  const limited = await join({ projects: ["billing"] });
  const [moved, stays, deleted] = [await entry("billing"), await entry("billing"), await entry("billing")];
  const [renamed, kept] = [await project("billing"), await project("billing")];
  const [movedFile, keptFile] = [await file(renamed), await file(kept)];
  for (const id of [moved, stays, deleted]) await revealEntry(limited, id);
  await revealEnvFile(limited, renamed, movedFile);
  await revealEnvFile(limited, kept, keptFile);
  await updateEntry(owner, moved, { name: "web" });
  await deleteEntry(owner, deleted);
  await updateEnvProject(owner, renamed, { name: "web" });
  const seen = async (ctx: Ctx) =>
    new Map(
      (await exposureOfMember(ctx, { id: teamId, userId: limited.caller.userId })).map(
        ({ object, current, projectId }) => [object.id, [current, projectId]],
      ),
    );
  const unlimited: [id: string, seen: [current: boolean, projectId: string | null]][] = [
    [moved, [true, null]],
    [stays, [true, null]],
    [deleted, [true, null]],
    [movedFile, [true, renamed]],
    [keptFile, [true, kept]],
  ];
  expect(await seen(owner)).toEqual(new Map(unlimited));
  expect(await seen(limited)).toEqual(new Map([...unlimited, [moved, [false, null]], [movedFile, [false, null]]]));
});

test("an env project in the trash counts the files that one reaches", async () => {
  const { owner, join, project, file } = await aTeam();
  const id = await project("billing");
  for (const type of ["env", "env.local", "env.production"] as const) await file(id, type);
  await deleteEnvProject(owner, id);
  const contents = async (ctx: Ctx) => (await listTrash(ctx)).map(({ id, contents }) => [id, contents]);
  expect(await contents(owner)).toEqual([[id, 3]]);
  expect(await contents(await join({ projects: ["billing"] }))).toEqual([[id, 3]]);
  expect(await contents(await join({ environments: ["production", "staging"] }))).toEqual([[id, 1]]);
  expect(await contents(await join({ projects: ["billing"], environments: ["none"] }))).toEqual([[id, 2]]);
  expect(await contents(await join({ environments: ["staging"] }))).toEqual([[id, 0]]);
});

test("an env project that is back is no more in the trash for who reaches nothing of what is left there", async () => {
  const { owner, join, limit, again, project, file } = await aTeam();
  const editor = await join();
  await limit(editor, { environments: ["production"] }, "editor");
  const limited = await again(editor);
  const id = await project("billing");
  const [plain, production] = [await file(id), await file(id, "env.production")];
  await deleteEnvFile(owner, id, production);
  await deleteEnvProject(owner, id);
  const items = async (ctx: Ctx) => (await listTrash(ctx)).map(({ id }) => id).sort();
  expect(await items(limited)).toEqual([id, production].sort());
  await restoreFromTrash(limited, production);
  expect((await getEnvProject(owner, id)).files.map(({ id }) => id)).toEqual([production]);
  expect(await items(owner)).toEqual([id]);
  expect(await items(limited)).toEqual([]);
  expect(await items(await join({ environments: ["none"] }))).toEqual([id]);
  await restoreFromTrash(owner, id);
  expect((await getEnvProject(owner, id)).files.map(({ id }) => id)).toEqual([plain, production]);
});

test("what was done with a whole project is told to who reaches all of its environments, and says no number to others", async () => {
  const { owner, join, entry } = await aTeam();
  for (const environment of ["production", "staging", null] as const) await entry("billing", environment);
  await exportEntries(owner, { project: "billing" }, () => Promise.resolve());
  await exportEntries(owner, { project: "billing", environment: "staging" }, () => Promise.resolve());
  await renameProject(owner, { from: "billing", to: "payments" });
  const project = await createEnvProject(owner, { name: "payments" });
  const told = async (ctx: Ctx) =>
    (await listActivity(ctx, {}))
      .filter(({ object }) => object?.kind === "vault" || object?.kind === "env-project")
      .map(({ action, object, count }) => [action, object?.name, count]);
  const renamed = ["project.rename", "payments", null];
  const exported = ["vault.export", "billing", 3];
  const ofStaging = ["vault.export", "billing", 1];
  const created = ["env-project.create", project.name, null];
  expect(await told(owner)).toEqual([created, renamed, ofStaging, exported]);
  expect(await told(await join({ projects: ["billing", "payments"] }))).toEqual([
    created,
    renamed,
    ofStaging,
    exported,
  ]);
  expect(await told(await join({ projects: ["payments"] }))).toEqual([created, renamed]);
  // A project of which nothing lies in these environments does not exist for them, unless it has env files.
  for (const projects of [null, ["billing", "payments"]])
    expect(await told(await join({ projects, environments: ["production"] }))).toEqual([created]);
  expect(await told(await join({ environments: ["staging"] }))).toEqual([created, ofStaging]);
});

test("who is limited is told of each value within that an export had, whose own record may lie outside", async () => {
  const { owner, join, entry } = await aTeam();
  for (const environment of ["production", "staging"] as const) await entry("billing", environment);
  await exportEntries(owner, {}, () => Promise.resolve());
  const told = async (ctx: Ctx) =>
    (await listActivity(ctx, {}))
      .filter(({ action }) => action.endsWith(".export"))
      .map(({ action, object }) => [action, object?.name ?? null]);
  expect(await told(owner)).toEqual([["vault.export", null]]);
  expect(await told(await join({ environments: ["production"] }))).toEqual([
    ["entry.export", "Stripe · billing · production"],
  ]);
  expect(await told(await join({ projects: ["web"] }))).toEqual([]);
});

test("the limits of one’s own access keys and trust rules follow a renaming, and name nothing from outside one’s role", async () => {
  const { owner, join, limit, again, entry } = await aTeam();
  for (const name of ["billing", "web"]) await entry(name);
  const member = await join();
  const projects = ["billing", "web"];
  const { id } = await createAccessKey(member, { name: "CI", scopes: ["entries:read"], projects });
  await createAccessKey(member, { name: "Everything", scopes: ["entries:read"] });
  const claims = { sub: "repo:acme/web:*" };
  const rule = { name: "CI", issuer: "https://issuer.example", audience: "vault", claims, minutes: 5 };
  await createTrustRule(member, { ...rule, scopes: ["entries:read"], projects });
  const seen = async (ctx: Ctx) => [
    ...(await listAccessKeys(ctx)).map(({ projects }) => projects),
    ...(await listTrustRules(ctx)).map(({ projects }) => projects),
  ];
  expect(await seen(member)).toEqual([projects, null, projects]);
  await limit(member, { projects: ["billing"] });
  await renameProject(owner, { from: "web", to: "pages" });
  const limited = await again(member);
  expect(await seen(limited)).toEqual([["billing"], null, ["billing"]]);
  expect(await rotateAccessKey(limited, id, { overlapHours: 0 })).toMatchObject({ projects: ["billing"] });
  const all = ["billing", "pages"];
  expect(await seen(owner)).toEqual([all, null, all]);
  await limit(member, { projects: null });
  expect(await seen(await again(member))).toEqual([all, null, all]);
});
