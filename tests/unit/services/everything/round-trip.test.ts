import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestContext } from "@/lib/auth/context";
import { Everything } from "@/lib/contracts/vault/everything";
import { importAll } from "@/lib/import/batches";
import { readImport } from "@/lib/import";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject } from "@/lib/services/envs/envs";
import { exportEverything } from "@/lib/services/everything/export";
import { importItems } from "@/lib/services/import";
import { createTwoFactorToken } from "@/lib/services/two-factor/tokens";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

async function aVault(): Promise<RequestContext> {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  return { caller: { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } };
}

async function textOf(ctx: RequestContext): Promise<string> {
  let text = "";
  for await (const piece of await exportEverything(ctx)) text += piece;
  return text;
}

const importText = async (ctx: RequestContext, text: string) => {
  const imported = readImport(text, { project: "" });
  expect(imported.faults).toEqual([]);
  const { counts } = await importAll(imported, (batch) => importItems(ctx, batch));
  return counts;
};

/** What an import sets again: ids, and when the rows were made and changed. */
function comparable(text: string) {
  const { exportedAt: _, ...document } = Everything.parse(JSON.parse(text));
  const lists = Object.entries(document).filter(([, list]) => Array.isArray(list)) as [string, { id: string }[]][];
  return Object.fromEntries(
    lists.map(([name, items]) => [
      name,
      items.map((item) => ({ ...item, id: null, createdAt: null, updatedAt: null })),
    ]),
  );
}

const word = fc.stringMatching(/^[A-Z][A-Za-zÄ€ :/+&"'\\-]{0,8}[A-Za-z]$/);
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed());
const environment = fc.constantFrom("development" as const, "staging" as const, "production" as const, null);
const values = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 4 });

const things = fc.record({
  simple: fc.array(
    fc.record({
      // Few of each, so that several look the same.
      category: fc.constantFrom("Stripe", "GitHub"),
      name: fc.constantFrom("billing", "web"),
      environment,
      values: values(text),
      notes: fc.option(word),
      expiresAt: fc.option(fc.constantFrom("2031-01-31", "2001-02-03T04:05:06+02:00")),
      rotateEveryDays: fc.option(fc.integer({ min: 1, max: 3650 })),
    }),
    { maxLength: 6 },
  ),
  groups: fc.array(
    fc.record({ name: word, values: values(fc.dictionary(fc.constantFrom("A", "B", "C"), text, { minKeys: 1 })) }),
    { maxLength: 3 },
  ),
  tokens: fc.uniqueArray(
    fc.record({
      service: word,
      accountName: word,
      secret: fc.constantFrom("JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ"),
      kind: fc.constantFrom(
        {},
        { algorithm: "SHA256" as const, digits: 8, period: 60 },
        { type: "hotp" as const, counter: 7 },
        { type: "steam" as const },
      ),
    }),
    { maxLength: 4, selector: ({ service, accountName }) => `${service}\n${accountName}` },
  ),
  projects: fc.uniqueArray(
    fc.record({
      name: word,
      description: fc.option(word),
      files: values(text),
      type: fc.constantFrom("env", "env.local"),
    }),
    { maxLength: 3, selector: ({ name }) => name },
  ),
});
type Things = typeof things extends fc.Arbitrary<infer T> ? T : never;

async function store(ctx: RequestContext, { simple, groups, tokens, projects }: Things): Promise<void> {
  const categories = new Map<string, string>();
  for (const name of ["Stripe", "GitHub"])
    categories.set(
      name,
      (
        await createCategory(ctx, {
          name,
          keyType: "simple",
          envVarName: "KEY",
          icon: "stripe",
          description: `All of ${name}`,
        })
      ).id,
    );
  for (const { category, values, ...entry } of simple) {
    const categoryId = categories.get(category) ?? "";
    const { id } = await createEntry(ctx, { ...entry, categoryId, value: values[0] ?? "" });
    for (const value of values.slice(1)) await updateEntry(ctx, id, { value });
  }
  const { id: groupId } = await createCategory(ctx, { name: "Database", keyType: "group" });
  for (const { name, values } of groups) {
    const { id } = await createEntry(ctx, { categoryId: groupId, name, value: JSON.stringify(values[0]) });
    for (const value of values.slice(1)) await updateEntry(ctx, id, { value: JSON.stringify(value) });
  }
  for (const { kind, ...token } of tokens) await createTwoFactorToken(ctx, { ...token, ...kind });
  for (const { name, description, files, type } of projects) {
    const { id } = await createEnvProject(ctx, { name, description });
    for (const content of files) await saveEnvFile(ctx, id, { fileType: type as "env", content });
  }
}

test("what a vault exports comes back whole in an empty one, and changes nothing when it is imported again, there or here", async () => {
  await fc.assert(
    fc.asyncProperty(things, async (some) => {
      const [here, there] = [await aVault(), await aVault()];
      await store(here, some);
      const exported = await textOf(here);
      await importText(there, exported);
      const arrived = await textOf(there);
      expect(comparable(arrived)).toEqual(comparable(exported));
      for (const vault of [here, there]) {
        const { created, updated, rejected } = await importText(vault, exported);
        expect({ created, updated, rejected }).toEqual({ created: 0, updated: 0, rejected: 0 });
      }
      expect(comparable(await textOf(there))).toEqual(comparable(exported));
    }),
    { numRuns: 8 },
  );
});
