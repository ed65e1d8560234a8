import { beforeAll, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createEntry, listEntries } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  type EnvFileType,
  getEnvProject,
  listEnvProjects,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { type BoundEnvironment, boundEnvironments } from "@/lib/contracts/access/grants";
import { updateMember } from "@/lib/contracts/people/members";
import { scopes } from "@/lib/contracts/access/scopes";
import { getStats } from "@/lib/contracts/vault/stats";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { type Actor, withKey } from "../../support/callers/actors";
import { type Bounds, isBounded, isWithin, type Place } from "../../support/callers/grants";
import { send } from "../../support/http/raw";
import { choicesFrom, randomFrom } from "../../support/random";
import { aMember, aTeam, type TestMember, type TestTeam } from "../../support/callers/teams";

// A plain filter in this file says what a grant reaches, of random rows in a team's vault. The vault has to agree,
// whichever way it is asked.

const seed = 20_261_123;
const choice = choicesFrom(randomFrom(seed));
const grantsCount = 24;

/** Names that a careless comparison takes for one another, or for a pattern. */
const names = ["billing", "Billing", "bill%ng", "billing shop", "none", "bílling"];
const fileTypes: Record<EnvFileType, BoundEnvironment> = {
  env: "none",
  "env.local": "none",
  "env.development": "development",
  "env.production": "production",
};

type Entry = { id: string; categoryId: string; value: string; place: Place };
type File = { id: string; place: Place };
type Project = { id: string; place: Place; files: File[] };

let team: TestTeam;
let member: TestMember;
let categories: string[];
let entries: Entry[];
let projects: Project[];

const anEnvironment = () => choice.of(boundEnvironments);
const asStored = (environment: BoundEnvironment) => (environment === "none" ? null : environment);

async function anEntry(value: string): Promise<Entry> {
  const place = { project: choice.of(names), environment: anEnvironment() };
  const categoryId = choice.of(categories);
  const body = { categoryId, name: place.project, environment: asStored(place.environment), value };
  const { id } = await team.owner.at.call(createEntry, { body });
  return { id, categoryId, value, place };
}

async function aProject(): Promise<Project> {
  const project = choice.of(names);
  const { id } = (await team.owner.at.call(createEnvProject, { body: { name: project } })).data;
  const files = [];
  for (const [fileType, environment] of Object.entries(fileTypes) as [EnvFileType, BoundEnvironment][]) {
    if (!choice.chance(0.6)) continue;
    const body = { fileType, content: `TYPE=${fileType}\n` };
    const { data } = await team.owner.at.call(saveEnvFile, { params: { id }, body });
    files.push({ id: data.id, place: { project, environment } });
  }
  return { id, place: { project }, files };
}

beforeAll(async () => {
  team = await aTeam();
  member = await aMember(team);
  const { at } = team.owner;
  categories = [];
  for (const name of ["Stripe", "Mail", "Empty"]) {
    const body = { name, keyType: "simple", envVarName: name.toUpperCase() } as const;
    categories.push((await at.call(createCategory, { body })).id);
  }
  const [, , empty] = categories;
  categories = categories.filter((id) => id !== empty);
  entries = [];
  for (let index = 0; index < 30; index += 1) entries.push(await anEntry(`value-${index}-end`));
  categories.push(empty ?? "");
  projects = [];
  for (let index = 0; index < 8; index += 1) projects.push(await aProject());
  await at.call(createTwoFactorToken, { body: { service: "GitHub", accountName: "a", secret: "JBSWY3DPEHPK3PXP" } });
});

const some = <T>(items: readonly T[]): T[] | null => {
  if (choice.chance(0.3)) return null;
  const chosen = items.filter(() => choice.chance(0.45));
  return chosen.length > 0 ? chosen : [choice.of(items)];
};
const someBounds = () => ({ projects: some([...names, "nowhere"]), environments: some(boundEnvironments) });

/** The three kinds of callers that bounds are for. */
async function callersOf(role: ReturnType<typeof someBounds>, key: ReturnType<typeof someBounds>) {
  const params = { id: team.id, userId: member.id };
  await team.owner.session.call(updateMember, { params, body: { role: "reader", ...role } });
  const body = { name: "bounded", scopes: [...scopes], ...key };
  const keyOf = async (at: Actor) => withKey((await at.call(createAccessKey, { body })).key);
  return [
    { kind: "session", caller: member.at, bounds: [role] },
    { kind: "member's key", caller: await keyOf(member.at), bounds: [role, key] },
    { kind: "owner's key", caller: await keyOf(team.owner.at), bounds: [key] },
  ];
}

/** All that a caller finds by lists, counts and the export. */
async function found(caller: Actor) {
  const text = await caller.call(exportEntries);
  const { data } = await caller.call(listEnvProjects);
  const { totalCategories, totalEntries, total2fa, byEnvironment } = await caller.call(getStats);
  return {
    entries: (await caller.call(listEntries)).map(({ id }) => id).sort(),
    categories: (await caller.call(listCategories)).map(({ id }) => id).sort(),
    projects: data.map(({ id, fileCount }) => `${id} ${fileCount}`).sort(),
    stats: { totalCategories, totalEntries, total2fa, byEnvironment },
    export: [...text.matchAll(/value-\d+-end/g)].map(([value]) => value).sort(),
  };
}

function foundByFilter(bounds: readonly Bounds[]): Awaited<ReturnType<typeof found>> {
  const mine = entries.filter(({ place }) => isWithin(place, ...bounds));
  const ofEntries = categories.filter((id) => mine.some(({ categoryId }) => categoryId === id));
  const seen = isBounded(...bounds) ? ofEntries : categories;
  const countOf = (name: string) => mine.filter(({ place }) => place.environment === name).length;
  return {
    entries: mine.map(({ id }) => id).sort(),
    categories: [...seen].sort(),
    projects: projects
      .filter(({ place }) => isWithin(place, ...bounds))
      .map(({ id, files }) => `${id} ${files.filter(({ place }) => isWithin(place, ...bounds)).length}`)
      .sort(),
    stats: {
      totalCategories: seen.length,
      totalEntries: mine.length,
      total2fa: isBounded(...bounds) ? 0 : 1,
      byEnvironment: {
        development: countOf("development"),
        staging: countOf("staging"),
        production: countOf("production"),
      },
    },
    export: mine.map(({ value }) => value).sort(),
  };
}

/** Each single thing, by the request that asks for it. */
const singles = () => [
  ...entries.flatMap(({ id, place }) => [
    { method: "GET", path: `/api/entries/${id}`, place, code: "ENTRY_NOT_FOUND" },
    { method: "POST", path: `/api/entries/${id}/reveal`, place, code: "ENTRY_NOT_FOUND" },
    { method: "GET", path: `/api/export?ids=${id}`, place, code: "ENTRY_NOT_FOUND" },
  ]),
  ...projects.flatMap(({ id, place, files }) => [
    { method: "GET", path: `/api/envs/${id}`, place, code: "ENV_PROJECT_NOT_FOUND" },
    ...files.map((file) => ({
      method: "POST",
      path: `/api/envs/${id}/files/${file.id}/reveal`,
      place: file.place,
      code: "ENV_FILE_NOT_FOUND",
    })),
  ]),
];

test(`random grants show what a plain filter says, in lists and one by one (seed ${seed})`, async () => {
  let [inside, outside] = [0, 0];
  for (let round = 0; round < grantsCount; round += 1) {
    const [role, key] = [someBounds(), someBounds()];
    for (const { kind, caller, bounds } of await callersOf(role, key)) {
      const which = { kind, bounds };
      expect({ which, ...(await found(caller)) }).toEqual({ which, ...foundByFilter(bounds) });
      for (const { id, files } of projects.filter(({ place }) => isWithin(place, ...bounds))) {
        const { data } = await caller.call(getEnvProject, { params: { id } });
        const reached = files.filter(({ place }) => isWithin(place, ...bounds));
        expect({ which, files: data.files.map((file) => file.id).sort() }).toEqual({
          which,
          files: reached.map((file) => file.id).sort(),
        });
      }
      for (const { method, path, place, code } of singles().filter(() => choice.chance(0.4))) {
        const { status, json } = await send(caller, method, path);
        const isInside = isWithin(place, ...bounds);
        if (isInside) inside += 1;
        else outside += 1;
        expect({ which, path, status, code: Object(json).code }).toEqual({
          which,
          path,
          status: isInside ? 200 : 404,
          code: isInside ? undefined : code,
        });
      }
    }
  }
  // Otherwise the grants were all too wide or too narrow to show anything.
  expect(Math.min(inside, outside)).toBeGreaterThan(500);
});

test(`random writes go where a plain filter lets them, and nowhere else (seed ${seed})`, async () => {
  const writable = await aMember(team);
  const params = { id: team.id, userId: writable.id };
  const statuses = new Map<number, number>();
  for (let round = 0; round < grantsCount; round += 1) {
    const [role, key] = [someBounds(), someBounds()];
    await team.owner.session.call(updateMember, { params, body: { role: "editor", ...role } });
    const body = { name: "bounded", scopes: [...scopes], ...key };
    const made = withKey((await writable.at.call(createAccessKey, { body })).key);
    for (const { caller, bounds } of [
      { caller: writable.at, bounds: [role] },
      { caller: made, bounds: [role, key] },
    ]) {
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const entry = choice.of(entries);
        const to = { project: choice.of(names), environment: anEnvironment() };
        const change = { name: to.project, environment: asStored(to.environment) };
        const { status } = await send(caller, "PUT", `/api/entries/${entry.id}`, change);
        const expected = !isWithin(entry.place, ...bounds) ? 404 : isWithin(to, ...bounds) ? 200 : 403;
        expect({ bounds, from: entry.place, to, status }).toEqual({ bounds, from: entry.place, to, status: expected });
        if (status === 200) entry.place = to;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
  }
  for (const status of [200, 403, 404])
    expect({ status, n: statuses.get(status) ?? 0 }).toMatchObject({ n: expect.toSatisfy((n: number) => n > 20) });
  expect((await team.owner.at.call(listEntries)).map(({ id, name }) => `${id} ${name}`).sort()).toEqual(
    entries.map(({ id, place }) => `${id} ${place.project}`).sort(),
  );
});
