import { expect, test } from "vitest";
import { envelopeOf, sealKeyCheck } from "@/lib/crypto/sealing/key-check";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";

test("a database is in the newest form of its check values, however many keys still have a former one", () => {
  const ring = parseKeyRing(`${newMasterKeyText()},${newMasterKeyText()}`);
  const check = (keyId: string, form: 1 | 2) => ({ keyId, sealedCheck: sealKeyCheck(ring, keyId, form) });
  const [fresh = "", old = ""] = ring.ids;
  expect([
    envelopeOf([]),
    envelopeOf([check(fresh, 1), check(old, 1)]),
    envelopeOf([check(fresh, 2), check(old, 1)]),
    envelopeOf([check(old, 1), check(fresh, 2)]),
  ]).toEqual([2, 1, 2, 2]);
});
