import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { importItems } from "@/lib/services/import";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

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
