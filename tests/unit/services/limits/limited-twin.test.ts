import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "@/lib/auth/context";
import { boundEnvironments } from "@/lib/contracts/access/grants";
import { AppError } from "@/lib/errors";
import { listAccessKeys } from "@/lib/services/access/access-keys";
import { exposureOfKey, exposureOfMember } from "@/lib/services/access/exposure";
import { listShareLinks } from "@/lib/services/access/share-links";
import { listTrustRules } from "@/lib/services/access/trust-rules";
import { whoAmI } from "@/lib/services/access/whoami";
import { listActivity, streamActivity } from "@/lib/services/activity";
import { extractNames } from "@/lib/services/ai-extract";
import { getCategory, listCategories } from "@/lib/services/entries/categories";
import { createEntry, deleteEntry, getEntry, listEntries } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { listEntryVersions } from "@/lib/services/entries/entry-versions";
import { listEnvFileVersions } from "@/lib/services/envs/env-file-versions";
import { revealEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import { deleteEnvProject, getEnvProject, listEnvProjects, updateEnvProject } from "@/lib/services/envs/envs";
import { exportEntries } from "@/lib/services/export";
import { importItems } from "@/lib/services/import";
import { listFileLinks } from "@/lib/services/references/links";
import { resolveEnvProject, revealResolvedFile } from "@/lib/services/references/resolve";
import { getEntryUses } from "@/lib/services/references/uses";
import { readCalendar } from "@/lib/services/reminders/calendar";
import { listReminders } from "@/lib/services/reminders/reminders";
import { tellWhatIsDue } from "@/lib/services/reminders/tell";
import { getStats } from "@/lib/services/stats";
import { listMembers } from "@/lib/services/teams/members";
import { listTeams } from "@/lib/services/teams/teams";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "@/lib/services/trash";
import { choicesFrom, randomFrom } from "../../../support/random";
import { projectNames, randomSteps, type Session, type TwinVault, twinVault } from "../../../support/rows/twin-vaults";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

// Two vaults differ only in what lies outside somebody's limits. Whatever they ask, both must answer alike: a name or a
// number that differs tells of what does not exist for them.

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

/** A refusal is an answer too. */
const answer = async (ask: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
};

/** Without what differs between any two vaults: ids, instants, the numbers of records, and the order of one moment. */
function comparable(given: unknown, { ids }: TwinVault): unknown {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const plain = (value: unknown): unknown => {
    if (typeof value === "string")
      return value
        .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) => names.get(id) ?? "another id")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{8}T\d{6}Z/g, (at) => (at.startsWith("2020") ? at : "an instant"))
        .replaceAll(/svc_[\w-]+/g, "a key");
    if (Array.isArray(value)) return value.map(plain).sort(byText);
    if (typeof value !== "object" || value === null) return value;
    // No reply has it.
    if (value instanceof Uint8Array) return "sealed";
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => (name === "number" ? [] : [[name, plain(inner)]])),
    );
  };
  return plain(given);
}

const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const wanted = () => Promise.resolve();

/** All that a limited caller can ask, by what it is. `things`: also some that this vault never had. */
async function allAnswers(ctx: Context, vault: TwinVault, things: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const ask = async (what: string, work: () => Promise<unknown>) =>
    void (found[what] = comparable(await answer(work), vault));
  await ask("categories", () => listCategories(ctx));
  await ask("entries", () => listEntries(ctx));
  await ask("env projects", () => listEnvProjects(ctx));
  await ask("stats", () => getStats(ctx));
  await ask("reminders", () => listReminders(ctx));
  await ask("whoami", () => whoAmI(ctx));
  await ask("share links", () => listShareLinks(ctx));
  await ask("a plan", () => extractNames(ctx, { prompt: "everything for billing, shop, web and intern" }));
  for (const { id } of await listCategories(ctx)) await ask(`category ${id}`, () => getCategory(ctx, id));
  for (const name of things) {
    const id = vault.ids.get(name) ?? randomUUID();
    await ask(`entry ${name}`, () => getEntry(ctx, id));
    await ask(`versions of ${name}`, () => listEntryVersions(ctx, id));
    await ask(`uses of ${name}`, () => getEntryUses(ctx, id, { linksToCategory: true }));
    await ask(`activity of ${name}`, () => listActivity(ctx, { objectId: id }));
    await ask(`activity by ${name}`, () => listActivity(ctx, { actorId: id }));
  }
  for (const { id, name } of await listEnvProjects(ctx)) {
    const { files } = await getEnvProject(ctx, id);
    await ask(`files of ${name} ${id}`, () => getEnvProject(ctx, id));
    for (const environment of ["development", "production", "staging"] as const)
      await ask(`${id} in ${environment}`, () => resolveEnvProject(ctx, id, { environment, local: true }));
    for (const file of files) {
      const which = { projectId: id, id: file.id };
      await ask(`links of ${file.id}`, () => listFileLinks(ctx, id, file.id));
      await ask(`versions of ${file.id}`, () => listEnvFileVersions(ctx, which));
      await ask(`text of ${file.id}`, () => revealEnvFile(ctx, id, file.id));
      await ask(`resolved text of ${file.id}`, () => revealResolvedFile(ctx, id, file.id));
    }
  }
  for (const name of projectNames)
    await ask(`an import into ${name}`, () =>
      importItems(ctx, {
        preview: true,
        entries: ["not-a-real-key-1", "another"].map((value, index) => ({
          ...{ category: ["Stripe", "STRIPE"][index] ?? "", keyType: "simple", envVarName: "STRIPE", name, value },
        })),
        envFiles: [{ project: name, fileType: "env.production", content: "A=1\n" }],
      }),
    );
  await ask("an export", () => exportEntries(ctx, {}, wanted));
  await ask("activity", () => listActivity(ctx, { limit: 200 }));
  await ask("all activity", async () => {
    const records = [];
    for await (const some of streamActivity(ctx, {})) records.push(...some);
    return records;
  });
  return found;
}

/** What only people may ask. */
async function answersToPerson(ctx: Session, vault: TwinVault): Promise<Record<string, unknown>> {
  const { teamId, key } = vault;
  const asked = {
    trash: () => listTrash(ctx),
    members: () => listMembers(ctx, teamId),
    teams: () => listTeams(ctx),
    "access keys": () => listAccessKeys(ctx),
    "trust rules": () => listTrustRules(ctx),
    "what they have seen": () => exposureOfMember(ctx, { id: teamId, userId: ctx.caller.userId }),
    "what their key has seen": () => exposureOfKey(ctx, key.caller.keyId),
    calendar: () => readCalendar(ctx, "https://vault.example"),
  };
  const found: Record<string, unknown> = {};
  for (const [what, work] of Object.entries(asked)) found[what] = comparable(await answer(work), vault);
  return found;
}

/** What an editor tries to change of each thing, and what comes of it. Whatever they delete for good comes last. */
async function answersToWrites(ctx: Session, vault: TwinVault, things: readonly string[]) {
  const found: Record<string, unknown> = {};
  const attempt = async (what: string, work: () => Promise<unknown>) =>
    void (found[what] = comparable(await answer(work), vault));
  for (const name of things) {
    const id = vault.ids.get(name) ?? randomUUID();
    await attempt(`restoring ${name}`, () => restoreFromTrash(ctx, id));
    await attempt(`changing ${name}`, () => updateEntry(ctx, id, { notes: "changed", value: "not-a-real-key-4" }));
    await attempt(`renaming ${name}`, () => updateEntry(ctx, id, { environment: "staging" }));
    await attempt(`a file in ${name}`, () => saveEnvFile(ctx, id, { fileType: "env", content: "A=1\n" }));
    await attempt(`another name of ${name}`, () => updateEnvProject(ctx, id, { name: "shop" }));
    for (const project of projectNames)
      await attempt(`an entry of ${project} in ${name}`, () =>
        createEntry(ctx, { categoryId: id, name: project, value: "not-a-real-key-4", environment: "production" }),
      );
  }
  await attempt("an import", () =>
    importItems(ctx, {
      entries: projectNames.map((name) => ({
        ...{ category: "STRIPE", keyType: "simple", envVarName: "STRIPE", name, value: "not-a-real-key-1" },
      })),
    }),
  );
  for (const name of things.filter((_, index) => index % 3 === 0)) {
    const id = vault.ids.get(name) ?? randomUUID();
    await attempt(`deleting the entry ${name}`, () => deleteEntry(ctx, id));
    await attempt(`deleting the project ${name}`, () => deleteEnvProject(ctx, id));
    await attempt(`deleting ${name} for good`, () => deleteFromTrash(ctx, id));
  }
  await attempt("emptying the trash", () => emptyTrash(ctx));
  return found;
}

/** The answers that the two do not have in common. Their own names name things too. */
function differing([more, less]: readonly [TwinVault, TwinVault], found: readonly Record<string, unknown>[]) {
  const [ofMore = {}, ofLess = {}] = found.map((answers, index) =>
    Object.fromEntries(
      Object.entries(answers).map(([what, said]) => [comparable(what, index === 0 ? more : less), said]),
    ),
  );
  return [...new Set([...Object.keys(ofMore), ...Object.keys(ofLess)])].flatMap((what) =>
    JSON.stringify(ofMore[what]) === JSON.stringify(ofLess[what])
      ? []
      : [{ what, more: ofMore[what], less: ofLess[what] }],
  );
}

const seed = 20_261_127;
const rounds = 4;

test(`what lies outside changes no answer to who is limited (seed ${seed})`, async () => {
  const choice = choicesFrom(randomFrom(seed));
  const some = <T>(items: readonly T[]): T[] => {
    const chosen = items.filter(() => choice.chance(0.4));
    return chosen.length > 0 ? chosen : [choice.of(items)];
  };
  for (let round = 0; round < rounds; round += 1) {
    const bounds = {
      projects: round % 3 === 0 ? null : some(projectNames),
      environments: round % 3 === 1 ? null : some(boundEnvironments),
    };
    const names = Array.from({ length: 4 }, () => some(projectNames));
    const asked = { steps: randomSteps(choice, 60), bounds, named: names };
    const [less, more] = [await twinVault(own, asked, false), await twinVault(own, asked, true)];
    await tellWhatIsDue(Date.now());
    const both = [more, less] as const;
    const things = [...more.ids.keys()];
    for (const [who, answersOf] of [
      ["a person", (vault: TwinVault) => answersToPerson(vault.limited, vault)],
      ["a session", (vault: TwinVault) => allAnswers(vault.limited, vault, things)],
      ["a key", (vault: TwinVault) => allAnswers(vault.key, vault, things)],
      ["an editor", (vault: TwinVault) => answersToWrites(vault.limited, vault, things)],
      ["a session after that", (vault: TwinVault) => allAnswers(vault.limited, vault, things)],
      ["a person after that", (vault: TwinVault) => answersToPerson(vault.limited, vault)],
    ] as const) {
      const found = [await answersOf(more), await answersOf(less)];
      expect({ who, round, bounds, differing: differing(both, found) }).toEqual({ who, round, bounds, differing: [] });
    }
  }
});
