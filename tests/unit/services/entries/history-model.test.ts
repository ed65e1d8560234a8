import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { createCategory, deleteCategory, listCategories } from "@/lib/services/entries/categories";
import { createEntry, deleteEntry, listEntries, revealEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { listEntryVersions, restoreEntryVersion, revealEntryVersion } from "@/lib/services/entries/entry-versions";
import { deleteFromTrash, listTrash, restoreFromTrash } from "@/lib/services/trash";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

type Value = { readonly text: string };

type Entry = {
  categoryId: string;
  name: string;
  version: number;
  /** Every value that it had, by the version that wrote it. The highest is the current one; a restored one is the same. */
  values: Map<number, Value>;
  /** The deletion that took it. */
  trash: string | null;
};

/** A vault as plainly as possible: what should be in use, in the trash and in each entry's past. */
class Model {
  readonly categories = new Map<string, { trash: string | null }>();
  readonly entries = new Map<string, Entry>();
  readonly items = new Set<string>();

  deleteEntry(id: string): void {
    const entry = this.entry(id);
    entry.trash = id;
    this.items.add(id);
  }
  deleteCategory(id: string): void {
    this.category(id).trash = id;
    for (const entry of this.entriesIn(id)) entry.trash ??= id;
    this.items.add(id);
  }
  restore(id: string): void {
    const alone = this.entries.get(id);
    if (alone) {
      const { categoryId } = alone;
      this.category(categoryId).trash = null;
      if (!this.entriesIn(categoryId).some(({ trash }) => trash === categoryId)) this.items.delete(categoryId);
    }
    for (const thing of [...this.categories.values(), ...this.entries.values()])
      if (thing.trash === id) thing.trash = null;
    this.items.delete(id);
  }
  purge(id: string): void {
    const isWhole = this.categories.get(id)?.trash === id;
    for (const [entryId, { categoryId, trash }] of this.entries) {
      if (trash !== id && !(isWhole && categoryId === id)) continue;
      this.entries.delete(entryId);
      this.items.delete(entryId);
    }
    if (isWhole) this.categories.delete(id);
    this.items.delete(id);
  }
  write(id: string, value: string): void {
    const entry = this.entry(id);
    entry.version += 1;
    if (this.valueOf(entry).text !== value) entry.values.set(entry.version, { text: value });
  }
  restoreVersion(id: string, version: number): void {
    const entry = this.entry(id);
    const former = entry.values.get(version) ?? expect.fail("the model has the version");
    if (former === this.valueOf(entry)) return;
    entry.version += 1;
    entry.values.set(entry.version, former);
  }

  entry = (id: string): Entry => this.entries.get(id) ?? expect.fail("the model has the entry");
  valueOf = ({ values }: Entry): Value => values.get(Math.max(...values.keys())) ?? expect.fail("it has a value");
  inUse = (): [string, Entry][] => [...this.entries].filter(([, { trash }]) => trash === null);
  categoriesInUse = (): string[] => [...this.categories].filter(([, { trash }]) => trash === null).map(([id]) => id);
  private category = (id: string) => this.categories.get(id) ?? expect.fail("the model has the category");
  private entriesIn = (id: string) => [...this.entries.values()].filter(({ categoryId }) => categoryId === id);
}

const step = fc.record({
  what: fc.constantFrom(
    "create",
    "create",
    "write",
    "write",
    "rename",
    "delete",
    "delete",
    "deleteCategory",
    "deleteCategory",
    "restore",
    "restore",
    "purge",
    "purge",
    "restoreVersion",
  ),
  which: fc.nat(20),
  value: fc.constantFrom("one", "two", "three"),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length];

async function take(ctx: { caller: SessionCaller }, model: Model, { what, which, value }: Step): Promise<void> {
  const [id, entry] = pick(model.inUse(), which) ?? [];
  const item = pick([...model.items], which);
  const categoryId = pick(model.categoriesInUse(), which);
  if (what === "create") {
    const category =
      categoryId ?? (await createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "KEY" })).id;
    if (categoryId === undefined) model.categories.set(category, { trash: null });
    const { id: made } = await createEntry(ctx, { categoryId: category, name: value, value });
    const values = new Map([[1, { text: value }]]);
    model.entries.set(made, { categoryId: category, name: value, version: 1, values, trash: null });
  } else if (what === "deleteCategory" && categoryId !== undefined) {
    await deleteCategory(ctx, categoryId);
    model.deleteCategory(categoryId);
  } else if (what === "restore" && item !== undefined) {
    await restoreFromTrash(ctx, item);
    model.restore(item);
  } else if (what === "purge" && item !== undefined) {
    await deleteFromTrash(ctx, item);
    model.purge(item);
  } else if (id !== undefined && entry !== undefined) {
    if (what === "write") {
      await updateEntry(ctx, id, { value });
      model.write(id, value);
    } else if (what === "rename") {
      await updateEntry(ctx, id, { name: value });
      Object.assign(entry, { name: value, version: entry.version + 1 });
    } else if (what === "delete") {
      await deleteEntry(ctx, id);
      model.deleteEntry(id);
    } else if (what === "restoreVersion") {
      const version = pick([...entry.values.keys()], which) ?? 1;
      await restoreEntryVersion(ctx, id, version);
      model.restoreVersion(id, version);
    }
  }
}

const sorted = (list: readonly string[]) => [...list].sort();

/** Fails unless the vault is as the model says. */
async function compare(ctx: { caller: SessionCaller }, model: Model): Promise<void> {
  const rows = await listEntries(ctx);
  expect(sorted(rows.map(({ id, name, version }) => `${id} ${name} ${version}`))).toEqual(
    sorted(model.inUse().map(([id, { name, version }]) => `${id} ${name} ${version}`)),
  );
  expect(sorted((await listCategories(ctx)).map(({ id }) => id))).toEqual(sorted(model.categoriesInUse()));
  expect(sorted((await listTrash(ctx)).map(({ id }) => id))).toEqual(sorted([...model.items]));
  for (const [id, entry] of model.inUse()) {
    expect((await revealEntry(ctx, id)).value).toBe(model.valueOf(entry).text);
    const versions = (await listEntryVersions(ctx, id)).map(({ version }) => version);
    expect(versions).toEqual([...entry.values.keys()].sort((one, other) => other - one));
    for (const version of versions)
      expect((await revealEntryVersion(ctx, id, version)).value).toBe(entry.values.get(version)?.text);
  }
}

test("whatever is written, renamed, deleted, restored and purged: a vault is as a plain model of it says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
      const caller: SessionCaller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
      const model = new Model();
      for (const step of steps) await take({ caller }, model, step);
      await compare({ caller }, model);
      // Everything comes back, and nothing is left in the database that nobody sees.
      for (const id of [...model.items]) {
        if (!model.items.has(id)) continue;
        await restoreFromTrash({ caller }, id);
        model.restore(id);
      }
      await compare({ caller }, model);
      const where = { userId };
      expect([await own.db.keyEntry.count({ where }), await own.db.trashItem.count({ where })]).toEqual([
        model.entries.size,
        0,
      ]);
    }),
    {
      numRuns: 40,
      // A version that was restored, and restored once more while it is the current one.
      examples: [
        [
          [
            { what: "create", which: 0, value: "one" },
            { what: "write", which: 0, value: "two" },
            { what: "write", which: 0, value: "one" },
            { what: "restoreVersion", which: 1, value: "one" },
            { what: "restoreVersion", which: 1, value: "one" },
          ],
        ],
      ],
    },
  );
});
