import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { Transfer } from "@/lib/contracts/transfer/transfer";
import * as change from "@/lib/services/doors/change/change";
import { listEntries } from "@/lib/services/entries/entries";
import { saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject } from "@/lib/services/envs/envs";
import { importItems } from "@/lib/services/import";
import { createTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());
afterEach(() => vi.restoreAllMocks());

/** A vault of one project with so many entries, and a team to move them to. */
async function aVault(count: number) {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  const person = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } as const;
  const ctx: { caller: SessionCaller } = { caller: person };
  const entries = Array.from({ length: count }, (_, at) => ({
    ...{ category: `Shop ${at % 3}`, keyType: "json" as const, name: `shop ${at}` },
    value: `{"number":${at}}`,
  }));
  await importItems(ctx, { entries });
  const team = await createTeam(ctx, { name: "Shop" });
  const there: { caller: SessionCaller } = {
    caller: { ...person, team: { id: team.id, role: "owner" }, bounds: null },
  };
  const entryIds = (await listEntries(ctx)).map(({ id }) => id);
  const move = () => transfer(ctx, { teamId: team.id, entryIds, envProjectIds: [], twoFactorTokenIds: [] });
  return { ctx, there, move, teamId: team.id };
}

/** How many turns of the event loop have begun since. */
function countTurns(): () => number {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(next));
  return () => turn;
}

test("more entries are moved in one step than a query takes values", async () => {
  const { ctx, there, move } = await aVault(1_010);
  expect(await move()).toEqual({ entries: 1_010, envProjects: 0, twoFactorTokens: 0, twins: [] });
  expect(await listEntries(ctx)).toEqual([]);
  expect(await listEntries(there)).toHaveLength(1_010);
});

test("others have their turn between the pages in which the entries are looked for, before the first is moved", async () => {
  const { move } = await aVault(1_010);
  const turns = countTurns();
  const began = vi.spyOn(change, "move").mockImplementation(() => Promise.reject(new Error("The first one")));
  await expect(move()).rejects.toThrow("The first one");
  expect(began).toHaveBeenCalledTimes(1);
  // Fifty entries a page, and as many names.
  expect(turns()).toBeGreaterThan(40);
});

test("others have their turn after each env project that is moved, even if it has no files", async () => {
  const { ctx, teamId } = await aVault(1);
  const envProjects = Array.from({ length: 60 }, (_, at) => ({ name: `shop ${at}`, description: "" }));
  const { envProjects: made = [] } = await importItems(ctx, { envProjects });
  const turns = countTurns();
  const envProjectIds = made.map(({ id }) => id ?? "");
  await transfer(ctx, { teamId, entryIds: [], envProjectIds, twoFactorTokenIds: [] });
  expect(turns()).toBeGreaterThan(60);
});

test("the texts of a project's files, of which each may have a megabyte, are read one at a time", async () => {
  const { ctx, teamId } = await aVault(1);
  const { id } = await createEnvProject(ctx, { name: "shop" });
  const fileTypes = ["env", "env.local", "env.development"] as const;
  for (const fileType of fileTypes) await saveEnvFile(ctx, id, { fileType, content: `A=${fileType}\n` });
  const texts: number[] = [];
  const { move } = change;
  vi.spyOn(change, "move").mockImplementation(async (...given) => {
    const [{ tx }, , name] = given;
    // The project itself is moved before its files are read.
    if (name === "EnvProject")
      for (const method of ["findMany", "findUniqueOrThrow"] as const) {
        const find = tx.envFile[method] as (query: object) => Promise<object>;
        vi.spyOn(tx.envFile, method).mockImplementation((async (query: object) => {
          const found = await find(query);
          texts.push([found].flat().filter((row) => "encryptedContent" in row).length);
          return found;
        }) as never);
      }
    await move(...given);
  });
  await transfer(ctx, { teamId, entryIds: [], envProjectIds: [id], twoFactorTokenIds: [] });
  expect(texts).toEqual([0, 1, 1, 1]);
});

test("what takes too long is not moved at all, and it says what to do", async () => {
  const { ctx, there, move } = await aVault(3);
  const before = await listEntries(ctx);
  const now = performance.now();
  let asked = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now + 30_000 * asked++);
  await expect(move()).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringMatching(/nothing was moved: move it in several steps$/) as string,
  });
  vi.restoreAllMocks();
  expect(await listEntries(ctx)).toEqual(before);
  expect(await listEntries(there)).toEqual([]);
});

test("of a project, 5,000 entries are one step, and of more it is told", () => {
  const asked = (count: number) =>
    Transfer.safeParse({ teamId: null, entryIds: Array.from({ length: count }, () => randomUUID()) });
  expect(asked(5_000).success).toBe(true);
  expect(asked(5_001).error?.issues).toMatchObject([
    { path: ["entryIds"], message: "must have at most 5,000 items: move them in several steps" },
  ]);
});
