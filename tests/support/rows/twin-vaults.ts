import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { Context } from "@/lib/auth/context";
import { addMember } from "@/lib/auth/grants/invitation";
import { findMembership } from "@/lib/auth/grants/membership";
import { type BoundEnvironment, boundEnvironments } from "@/lib/contracts/access/grants";
import { scopes } from "@/lib/contracts/access/scopes";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { createTrustRule } from "@/lib/services/access/trust-rules";
import { createCategory, deleteCategory } from "@/lib/services/entries/categories";
import { createEntry, deleteEntry, revealEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { deleteEnvFile, revealEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject, deleteEnvProject } from "@/lib/services/envs/envs";
import { exportEntries } from "@/lib/services/export";
import { renameProject } from "@/lib/services/projects";
import { updateMember } from "@/lib/services/teams/members";
import { createTeam } from "@/lib/services/teams/teams";
import { restoreFromTrash } from "@/lib/services/trash";
import { createTwoFactorToken } from "@/lib/services/two-factor/tokens";
import { type Bounds, isWithin, type Place } from "../callers/grants";
import { keyCaller } from "../callers/key-caller";
import type { Choice } from "../random";

/*
 * Teams' vaults in which the same was done within somebody's bounds. In one of them more was done outside.
 */

export type Session = { caller: SessionCaller };
type World = Record<"owner" | "member", Session> & { key: Context; ids: Map<string, string> };
/** `place`: none for what concerns no project, and is done in both. */
type Step = { place?: Place; run: (world: World) => Promise<unknown> };
type Thing = { name: string; place: Place; isThere: boolean; of: string };

/** The last one is renamed in the end, and nothing refers to it: a reference in a file within would be rewritten. */
export const projectNames = ["billing", "shop", "web", "intern"];
const [referred, renamed] = [projectNames.slice(0, 3), "intern"];
const categories = ["Stripe", "Mail", "Queue"];
const values = ["not-a-real-key-1", "not-a-real-key-2", "not-a-real-key-3"];
const fileTypes: Record<EnvFileType, BoundEnvironment> = {
  env: "none",
  "env.local": "none",
  "env.development": "development",
  "env.production": "production",
};
const stored = (environment: BoundEnvironment) => (environment === "none" ? null : environment);
const wanted = () => Promise.resolve();

/** Random steps, the same ones for the same choices. Nothing leaves anybody's bounds or enters them. */
export function randomSteps(choice: Choice, count: number): Step[] {
  const [entries, projects, files]: [Thing[], Thing[], Thing[]] = [[], [], []];
  const steps: Step[] = categories.map((name) => ({
    run: async ({ owner, ids }) =>
      void ids.set(name, (await createCategory(owner, { name, keyType: "simple", envVarName: name.toUpperCase() })).id),
  }));
  const lost = new Set<string>();
  const id = ({ ids }: World, { name }: { name: string }) => ids.get(name) ?? "";
  const there = (things: readonly Thing[]) => things.filter(({ isThere }) => isThere);
  const oneOf = (things: readonly Thing[], stepOn: (thing: Thing) => Step) => {
    const some = there(things);
    if (some.length > 0) steps.push(stepOn(choice.of(some)));
  };
  const newThing = (things: Thing[], place: Place, of = ""): string => {
    const name = `thing ${steps.length}`;
    things.push({ name, place, isThere: true, of });
    return name;
  };
  const aText = () =>
    Array.from({ length: 3 }, (_, line) => {
      const reference = `svc://${choice.of(categories)}/${choice.of(referred)}/${choice.chance(0.5) ? "-" : "production"}`;
      return `V${line}=${choice.chance(0.4) ? reference : choice.of(values)}\n`;
    }).join("");
  const kinds: (() => void)[] = [
    () => {
      const category = choice.of(categories.filter((name) => !lost.has(name)));
      const place = { project: choice.of(projectNames), environment: choice.of(boundEnvironments) };
      const name = newThing(entries, place, category);
      const due = choice.chance(0.3) ? { expiresAt: "2020-01-01T00:00:00.000Z" } : { rotateEveryDays: 30 };
      const fields = { name: place.project, environment: stored(place.environment), value: choice.of(values), ...due };
      steps.push({
        place,
        run: async (world) => {
          const categoryId = world.ids.get(category) ?? "";
          world.ids.set(name, (await createEntry(world.owner, { ...fields, categoryId })).id);
        },
      });
    },
    () =>
      oneOf(entries, (thing) => {
        const value = choice.of(values);
        return { place: thing.place, run: (world) => updateEntry(world.owner, id(world, thing), { value }) };
      }),
    () =>
      oneOf(entries, (thing) => {
        const by = choice.of(["owner", "member", "key"] as const);
        return { place: thing.place, run: (world) => revealEntry(world[by], id(world, thing)) };
      }),
    () =>
      oneOf(entries, (thing) => {
        const back = choice.chance(0.4);
        thing.isThere = back;
        return {
          place: thing.place,
          run: async (world) => {
            await deleteEntry(world.owner, id(world, thing));
            if (back) await restoreFromTrash(world.owner, id(world, thing));
          },
        };
      }),
    () => {
      const place = { project: choice.of(projectNames) };
      const name = newThing(projects, place);
      const { project } = place;
      steps.push({
        place,
        run: async ({ owner, ids }) => void ids.set(name, (await createEnvProject(owner, { name: project })).id),
      });
    },
    () =>
      oneOf(projects, (of) => {
        const fileType = choice.of(Object.keys(fileTypes) as EnvFileType[]);
        const place = { ...of.place, environment: fileTypes[fileType] };
        const name = `${of.name} .${fileType}`;
        const known = files.find((file) => file.name === name);
        if (known) known.isThere = true;
        else files.push({ name, place, isThere: true, of: of.name });
        const content = aText();
        return {
          place,
          run: async ({ owner, ids }) =>
            void ids.set(name, (await saveEnvFile(owner, ids.get(of.name) ?? "", { fileType, content })).file.id),
        };
      }),
    () =>
      oneOf(files, (file) => {
        const by = choice.of(["owner", "member", "key"] as const);
        const of = { name: file.of };
        return { place: file.place, run: (world) => revealEnvFile(world[by], id(world, of), id(world, file)) };
      }),
    () =>
      oneOf(files, (file) => {
        file.isThere = false;
        const of = { name: file.of };
        return { place: file.place, run: (world) => deleteEnvFile(world.owner, id(world, of), id(world, file)) };
      }),
    () => {
      if (!choice.chance(0.3)) return;
      oneOf(projects, (project) => {
        project.isThere = false;
        for (const file of files) if (file.of === project.name) file.isThere = false;
        return { place: project.place, run: (world) => deleteEnvProject(world.owner, id(world, project)) };
      });
    },
    () => {
      const filter = {
        ...(choice.chance(0.7) && { project: choice.of(projectNames) }),
        ...(choice.chance(0.3) && { environment: choice.of(boundEnvironments) }),
      };
      const by = choice.of(["owner", "member"] as const);
      steps.push({ run: (world) => exportEntries(world[by], filter, wanted) });
    },
    () => {
      const name = choice.of(categories);
      if (lost.size === categories.length - 1 || lost.has(name) || !choice.chance(0.2)) return;
      lost.add(name);
      for (const entry of entries) if (entry.of === name) entry.isThere = false;
      steps.push({ run: (world) => deleteCategory(world.owner, world.ids.get(name) ?? "") });
    },
  ];
  while (steps.length < count) choice.of(kinds)();
  return steps;
}

type Asked = {
  steps: readonly Step[];
  bounds: Required<Bounds>;
  /** The projects that others' limits name, and those of the member's own key and rule. */
  named: readonly string[][];
};

/**
 * A vault in which these steps were done, those outside the bounds only if `more` is said, and who is limited to the bounds
 * since: a member, and a key of theirs.
 */
export async function twinVault({ db }: Pick<Runtime, "db">, { steps, bounds, named }: Asked, more: boolean) {
  const ids = new Map<string, string>();
  const isDone = (place: Place | undefined) => more || !place || isWithin(place, bounds);
  const cut = (projects: readonly string[]) => projects.filter((project) => isDone({ project }));
  const aPerson = async (name: string): Promise<SessionCaller> => {
    const { id: userId } = await db.user.create({ data: { email: `${randomUUID()}@example.com`, name } });
    ids.set(name, userId);
    return { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date(), name };
  };
  const [founder, person] = [await aPerson("Ada"), await aPerson("Grace")];
  const { id: teamId } = await createTeam({ caller: founder }, { name: "Payments" });
  const within = async (one: SessionCaller): Promise<Session> => {
    const membership = await findMembership(teamId, one.userId);
    return { caller: { ...one, ...(membership ?? expect.fail("they are a member")) } };
  };
  const join = ({ userId }: SessionCaller) =>
    db.$transaction((tx) => addMember(tx, { teamId, userId, role: "editor", bounds: null }));
  const owner = await within(founder);
  const limit = (userId: string, limits: Bounds) =>
    updateMember(owner, teamId, userId, {
      role: "editor",
      projects: limits.projects ? [...limits.projects] : null,
      environments: limits.environments ? [...limits.environments] : null,
    });
  await join(person);
  const member = await within(person);
  const [own = [], ...others] = named.map(cut);
  for (const [index, projects] of others.entries()) {
    const other = await aPerson(`Member ${index}`);
    await join(other);
    await limit(other.userId, { projects });
  }
  const { id: keyId } = await createAccessKey(member, { name: "CI", scopes: [...scopes], projects: own });
  await createTrustRule(member, {
    ...{ name: "CI", issuer: "https://issuer.example", audience: "vault", claims: { sub: "repo:acme/web:*" } },
    ...{ scopes: ["entries:read"], projects: own, minutes: 5 },
  });
  const { userId, team = expect.fail("it is a team's") } = member.caller;
  const keyIn = (reach: Context["caller"]["bounds"] = null) => ({
    caller: keyCaller({ userId, team, keyId, name: "CI", scopes: new Set(scopes), bounds: reach }),
  });
  const world: World = { owner, member, key: keyIn(), ids };
  for (const { place, run } of steps) if (isDone(place)) await run(world);
  if (more) {
    await createTwoFactorToken(owner, { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" });
    if (bounds.projects && !bounds.projects.includes(renamed))
      await renameProject(owner, { from: renamed, to: `${renamed}-2` }).catch(() => {});
  }
  await limit(userId, bounds);
  const limited = await within(person);
  return { ids, teamId, limited, key: keyIn(limited.caller.bounds) };
}
export type TwinVault = Awaited<ReturnType<typeof twinVault>>;
