import { afterAll, beforeAll, expect, test } from "vitest";
import { sealOwnKeyCheck } from "@/lib/crypto/sealing/key-check";
import { sealedUnder } from "@/lib/crypto/sealing/vault";
import { unwatched } from "@/lib/services/maintenance/progress";
import { rotateKeys } from "@/lib/services/maintenance/rotate";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("a rotation seals values in the newest form, and tells so once, also whoever interrupts it before its first value", async () => {
  own.vault.sealIn(1);
  const vault = await aServiceVault(own);
  const id = await vault.entry(await vault.category("Stripe"), "billing", "sk_test_not_a_real_key");
  await own.db.keyCheck.updateMany({ data: { sealedCheck: sealOwnKeyCheck(own.vault) } });
  const told: string[] = [];
  const tell = () => void told.push("a new form");
  const interrupted = rotateKeys({ ...unwatched, expect: () => expect.fail("interrupted") }, tell);
  await expect(interrupted).rejects.toThrow("interrupted");
  const form = async () => {
    const { encryptedValue } = await own.db.keyEntry.findUniqueOrThrow({
      where: { id },
      omit: { encryptedValue: false },
    });
    return sealedUnder(encryptedValue)?.version;
  };
  expect(await form()).toBe(1);
  await rotateKeys(unwatched, tell);
  expect(await form()).toBe(2);
  expect(told).toEqual(["a new form"]);
});
