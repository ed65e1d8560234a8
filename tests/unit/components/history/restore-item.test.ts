import { afterEach, expect, test, vi } from "vitest";
import { restoreItem } from "@/components/trash/restore-item";
import { TrashItem } from "@/lib/contracts/vault/trash";

const example = TrashItem.meta()?.example as TrashItem;
const trashed = (part: Partial<TrashItem>): TrashItem => ({ ...example, id: "back", within: null, ...part });

/** A vault that has nothing in its trash, and these answers to reads. */
function aVaultWith(answers: Record<string, unknown>): void {
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit) => {
    const answer = answers[`${method} ${url}`];
    return Promise.resolve(
      answer === undefined
        ? Response.json({ error: "Not in the trash", code: "TRASH_ITEM_NOT_FOUND" }, { status: 404 })
        : Response.json(answer),
    );
  });
}
afterEach(() => vi.unstubAllGlobals());

const back = [{ id: "other" }, { id: "back" }];
const projects = {
  "GET /api/envs": {
    data: [
      { id: "shop", name: "shop" },
      { id: "mail", name: "mail" },
    ],
  },
};

test.each([
  ["category", { "GET /api/categories": back }],
  ["entry", { "GET /api/entries": back }],
  ["two-factor-token", { "GET /api/2fa": back }],
  ["env-project", { "GET /api/envs": { data: back } }],
  ["env-file", { ...projects, "GET /api/envs/mail": { data: { files: back } } }],
] as const)("what is back already counts as restored: %s", async (kind, answers) => {
  aVaultWith(answers);
  const item = trashed({ kind, within: "mail" });
  expect(await restoreItem(item)).toBe(item);
});

test.each([
  ["deleted permanently", { "GET /api/entries": [{ id: "other" }] }],
  ["not to be found, since the list can't be had", {}],
])("what is %s is not restored", async (_, answers) => {
  aVaultWith(answers);
  await expect(restoreItem(trashed({ kind: "entry" }))).rejects.toMatchObject({ code: "TRASH_ITEM_NOT_FOUND" });
});
