import { afterAll, beforeAll, expect, test } from "vitest";
import { boundsOf } from "@/lib/auth/grants/bounds";
import type { ImportEntry } from "@/lib/contracts/transfer/import";
import { importItems } from "@/lib/services/import";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

const variable = (envVarName: string): ImportEntry => ({
  ...{ category: envVarName, keyType: "simple", envVarName },
  ...{ name: "billing", value: "not-a-secret" },
});

/** A vault with a category, and who is limited to a project of it. */
async function aLimitedCaller() {
  const vault = await aServiceVault(own);
  await vault.entry(await vault.category("Known"), "billing", "not-a-secret", "staging");
  const bounds = boundsOf({ projects: ["billing"], environments: null });
  return { ...vault, ctx: { ...vault.ctx, caller: { ...vault.ctx.caller, bounds } } };
}

test.each([true, false])(
  "whoever is limited is told of all categories that an import lacks, and what to do (preview: %s)",
  async (preview) => {
    const { ctx, userId } = await aLimitedCaller();
    const refusal = (names: readonly string[]) =>
      importItems(ctx, { preview, entries: [variable("A"), ...names.map(variable)] }).catch((error: unknown) => error);
    expect(await refusal(["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN"])).toMatchObject({
      code: "OUT_OF_BOUNDS",
      message:
        "Nothing was imported: the access key, or your role in the team, is limited to projects or environments, so it can't create the 7 categories that the items need: ONE, TWO, THREE, FOUR, FIVE, and 2 more. Ask somebody without these limits to import what belongs to them, or leave it out",
    });
    expect(await refusal(["ONE"])).toMatchObject({
      message:
        "Nothing was imported: the access key, or your role in the team, is limited to projects or environments, so it can't create the category that the items need: ONE. Ask somebody without these limits to import what belongs to it, or leave it out",
    });
    expect(await own.db.keyEntry.count({ where: { category: { userId } } })).toBe(1);
  },
);

test("whoever is limited imports into the categories that are there", async () => {
  const { ctx } = await aLimitedCaller();
  expect(await importItems(ctx, { entries: [variable("A")] })).toMatchObject({ counts: { created: 1 } });
});
