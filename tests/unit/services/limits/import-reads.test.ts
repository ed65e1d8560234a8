import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RequestContext } from "@/lib/auth/context";
import type { ImportEntry } from "@/lib/contracts/transfer/import";
import type { Tx } from "@/lib/db/client";
import { importItems } from "@/lib/services/import";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

/** How often the vault opens what is sealed while something is done. */
async function openingsOf<R>(work: () => Promise<R>): Promise<{ result: R; openings: number }> {
  const open = vi.spyOn(own.vault, "open");
  try {
    return { result: await work(), openings: open.mock.calls.length };
  } finally {
    open.mockRestore();
  }
}

test("of fifty stored and fifty given tokens of one name, each stored one is opened once", async () => {
  const { ctx } = await aServiceVault(own);
  const tokens = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].flatMap((one) =>
    [..."ABC"].map((other) => ({ service: "GitHub", accountName: "ada", secret: `JBSWY3DPEHPK3P${one}${other}` })),
  );
  const [stored, given] = [tokens.slice(0, 50), tokens.slice(25, 75)];
  const elsewhere = { ...given[0]!, accountName: "grace" };
  expect(await importItems(ctx, { twoFactor: [...stored, elsewhere] })).toMatchObject({ counts: { created: 51 } });
  const { result, openings } = await openingsOf(() => importItems(ctx, { twoFactor: given }));
  expect(result).toMatchObject({ counts: { created: 25, unchanged: 25 } });
  expect(openings).toBe(50);
});

/** How many sealed values of entries each look-up of an import brings into memory, without those that bring none. */
async function importedReading(ctx: RequestContext, entries: ImportEntry[], preview = false) {
  const values: number[] = [];
  const result = await own.db.$transaction((tx) => {
    const findMany = async (query: Parameters<Tx["keyEntry"]["findMany"]>[0]) => {
      const rows = await tx.keyEntry.findMany(query);
      const withValue = rows.filter((row) => "encryptedValue" in row).length;
      if (withValue > 0) values.push(withValue);
      return rows;
    };
    const told = { ...tx.keyEntry, findMany };
    const watched = new Proxy(tx, {
      get: (of, name) => (name === "keyEntry" ? told : Reflect.get(of, name)) as unknown,
    });
    return importItems({ ...ctx, tx: watched, records: [] } as never, { entries, preview });
  });
  return { counts: result.counts, values };
}

const variable = (envVarName: string, name: string, value: string): ImportEntry => ({
  ...{ category: envVarName, keyType: "simple", envVarName },
  ...{ name, value },
});

test.each([true, false])(
  "an import reads only the values that it compares, a batch at a time (preview: %s)",
  async (preview) => {
    const { ctx } = await aServiceVault(own);
    const entries = Array.from({ length: 50 }, (_, index) => variable(`NAME_${index}`, "billing", "not-a-secret"));
    expect(await importedReading(ctx, entries)).toEqual({
      counts: { created: 50, updated: 0, unchanged: 0, rejected: 0 },
      values: [],
    });
    expect(await importedReading(ctx, [...entries.slice(10, 12), variable("NEW", "billing", "x")], preview)).toEqual({
      counts: { created: 1, updated: 0, unchanged: 2, rejected: 0 },
      values: [2],
    });
    const changed = entries.map((entry) => ({ ...entry, value: "another" }));
    expect(await importedReading(ctx, changed, preview)).toEqual({
      counts: { created: 0, updated: 50, unchanged: 0, rejected: 0 },
      values: [20, 20, 10],
    });
  },
);

test("of groups whose fields an import sets, no more than a batch is read at once", async () => {
  const vault = await aServiceVault(own);
  const category = await vault.category("Database", "group");
  const ids: string[] = [];
  for (let index = 0; index < 30; index++)
    ids.push(await vault.entry(category, `project ${index}`, '{"USER":"before","HOST":"localhost"}'));
  const fields = ids.map((_, index) => variable("USER", `project ${index}`, index < 25 ? "after" : "before"));
  expect(await importedReading(vault.ctx, fields)).toEqual({
    counts: { created: 0, updated: 25, unchanged: 5, rejected: 0 },
    // Once to compare, and once to write those that change.
    values: [20, 10, 20, 5],
  });
  expect(await importedReading(vault.ctx, fields)).toMatchObject({ counts: { unchanged: 30 } });
});
