import { expect, test } from "vitest";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { sealedIn } from "@/lib/crypto/sealing/sealed-columns";
import { createVault } from "@/lib/crypto/sealing/vault";
import { closeRuntime } from "@/lib/runtime";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { unwatched } from "@/lib/services/maintenance/progress";
import { rotateKeys } from "@/lib/services/maintenance/rotate";
import { listFileLinks } from "@/lib/services/references/links";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

/** Longer, once it is sealed, than the short values. So comparing those does not open it. */
const long = "not-a-real-one-".repeat(20);

test("links are the same after the master key was rotated, of values that were opened before and of others", async () => {
  const [fresh, old] = [newMasterKeyText(), newMasterKeyText()];
  const own = await openOwnRuntime({ VAULT_MASTER_KEYS: `${fresh},${old}` });
  try {
    const { ctx, userId, ...vault } = await aServiceVault(own);
    const id = await vault.entry(await vault.category("Stripe"), "billing", long);
    await updateEntry(ctx, id, { value: "one" });
    await updateEntry(ctx, id, { value: "two" });

    const former = createVault(parseKeyRing(old), 1);
    const underOld = ({ encryptedValue }: { encryptedValue: Uint8Array }) => {
      const context = sealedIn("KeyEntry", id, userId);
      return { encryptedValue: former.seal(own.vault.open(encryptedValue, context), context) };
    };
    const omit = { encryptedValue: false } as const;
    const entry = await own.db.keyEntry.findUniqueOrThrow({ where: { id }, omit });
    await own.db.keyEntry.update({ where: { id }, data: underOld(entry) });
    for (const version of await own.db.entryVersion.findMany({ where: { entryId: id }, omit }))
      await own.db.entryVersion.update({ where: { id: version.id }, data: underOld(version) });

    const projectId = await vault.project();
    const short = await vault.file(projectId, "A=one\nB=two\n");
    const all = await vault.file(projectId, `A=one\nB=two\nC=${long}\n`, "env.local");
    const statesOf = async (file: string) => (await listFileLinks(ctx, projectId, file)).map(({ state }) => state);
    expect(await statesOf(short)).toEqual(["outdated", "same"]);

    expect(await rotateKeys(unwatched)).toMatchObject({ resealed: 3, unopenable: 0 });
    expect(await statesOf(short)).toEqual(["outdated", "same"]);
    // What this process remembers stays; only the former key is gone.
    await closeRuntime();
    process.env.VAULT_MASTER_KEYS = fresh;
    expect(await statesOf(short)).toEqual(["outdated", "same"]);
    expect(await statesOf(all)).toEqual(["outdated", "same", "outdated"]);
  } finally {
    await own.close();
    delete process.env.VAULT_MASTER_KEYS;
  }
});
