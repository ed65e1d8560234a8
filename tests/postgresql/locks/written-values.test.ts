import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fingerprint } from "@/lib/crypto/macs/fingerprint";
import { lengthOf } from "@/lib/crypto/sealing/padding";
import { sealedIn } from "@/lib/crypto/sealing/sealed-columns";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { findMatches } from "@/lib/services/references/fingerprints/fingerprints";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { writtenQuery } from "../../support/vaults/written-query";
import { countOfLockWaiters } from "../../support/postgresql/lock-waiters";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("a value that another process wrote while this one waited to write the next is found, though only the others are remembered", async () => {
  const { ctx, userId, ...vault } = await aServiceVault(own);
  const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
  const at = new Date();
  const seal = (text: string) => own.vault.seal(text, sealedIn("KeyEntry", id, userId));
  const waiting = writtenQuery<{ n: number }>(countOfLockWaiters);
  const { mine } = await own.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT "id" FROM "KeyEntry" WHERE "id" = ${id} FOR UPDATE`;
      const mine = updateEntry(ctx, id, { value: "three" });
      await expect.poll(async () => (await own.reads.get(waiting, {}))?.n).toBe(1);
      await tx.entryVersion.create({
        data: { userId, entryId: id, version: 1, createdAt: at, replacedAt: at, encryptedValue: seal("one") },
      });
      const theirs = { version: 2, valueVersion: 2, valueId: randomUUID(), valueAt: at, encryptedValue: seal("two") };
      await tx.keyEntry.update({ where: { id }, data: theirs });
      return { mine };
    },
    { timeout: 30_000 },
  );
  await mine;
  const versions = new Map([
    [fingerprint("three"), null],
    [fingerprint("two"), 2],
    [fingerprint("one"), 1],
  ]);
  const wanted = new Map(["one", "two", "three"].map((text) => [fingerprint(text), lengthOf(text)]));
  const found = await findMatches(ctx, wanted);
  expect(new Map(found.map(({ print, version }) => [print, version]))).toEqual(versions);
});
