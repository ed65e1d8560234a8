import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { createCategory, deleteCategory } from "@/lib/services/entries/categories";
import { createEntry, listEntries } from "@/lib/services/entries/entries";
import { createTeam } from "@/lib/services/teams/teams";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "@/lib/services/trash";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

type Ctx = { caller: SessionCaller };

/** A team whose owner deletes a category with four entries, of which three are within what an editor is limited to. */
async function aTeamWithTrash() {
  const aPerson = async () => {
    const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
    return { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } as const;
  };
  const [owner, editor] = [await aPerson(), await aPerson()];
  const { id: teamId } = await createTeam({ caller: owner }, { name: "Payments" });
  const team: Ctx = { caller: { ...owner, team: { id: teamId, role: "owner" }, bounds: null } };
  const bounds = { projects: ["billing"], environments: null, text: '{"projects":["billing"]}' };
  const limited: Ctx = { caller: { ...editor, team: { id: teamId, role: "editor" }, bounds } };
  const category = await createCategory(team, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const anEntry = async (name: string, environment: "production" | "staging" | "development" | null) =>
    (await createEntry(team, { categoryId: category.id, name, environment, value: "not-a-real-key" })).id;
  const mine = [
    await anEntry("billing", "production"),
    await anEntry("billing", "staging"),
    await anEntry("billing", null),
  ];
  const other = await anEntry("web", null);
  await deleteCategory(team, category.id);
  return { team, limited, category, mine, other };
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const contents = async (ctx: Ctx) => (await listTrash(ctx)).map(({ kind, contents }) => [kind, contents]);

test("who is limited to a project restores its entries by themselves when they went with their category", async () => {
  const { team, limited, category, mine, other } = await aTeamWithTrash();
  const [first = "", second = "", third = ""] = mine;
  const shown = await listTrash(limited);
  expect(ids(shown)).toEqual([...mine].sort());
  expect(shown[0]).toMatchObject({ kind: "entry", name: "billing", within: "Stripe", contents: 0 });
  expect(await contents(team)).toEqual([["category", 4]]);

  expect(await restoreFromTrash(limited, first)).toMatchObject({ id: first, kind: "entry" });
  expect(ids(await listEntries(limited))).toEqual([first]);
  expect(ids(await listEntries(team))).toEqual([first]);
  expect(await contents(team)).toEqual([["category", 3]]);
  await expect(restoreFromTrash(limited, other)).rejects.toMatchObject({ code: "TRASH_ITEM_NOT_FOUND" });
  await expect(restoreFromTrash(limited, category.id)).rejects.toMatchObject({ code: "TRASH_ITEM_NOT_FOUND" });

  await deleteFromTrash(limited, second);
  expect(ids(await listTrash(limited))).toEqual([third]);
  expect(await contents(team)).toEqual([["category", 2]]);
  await restoreFromTrash(team, category.id);
  expect(ids(await listEntries(team))).toEqual([first, third, other].sort());
  expect(await listTrash(limited)).toEqual([]);
});

test("what they empty is theirs alone, and nothing is left of an item without contents whose category is back", async () => {
  const { team, limited, category, other } = await aTeamWithTrash();
  await emptyTrash(limited);
  expect(await listTrash(limited)).toEqual([]);
  expect(await contents(team)).toEqual([["category", 1]]);
  await restoreFromTrash(team, category.id);
  expect(ids(await listEntries(team))).toEqual([other]);

  const again = await aTeamWithTrash();
  await own.db.keyEntry.delete({ where: { id: again.other } });
  for (const id of again.mine) await restoreFromTrash(again.limited, id);
  expect(await listTrash(again.team)).toEqual([]);
});
