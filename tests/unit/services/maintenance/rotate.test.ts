import { afterAll, beforeAll, expect, test } from "vitest";
import { sealOwnKeyCheck } from "@/lib/crypto/key-check";
import { unwatched } from "@/lib/services/maintenance/progress";
import { rotateKeys } from "@/lib/services/maintenance/rotate";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("that values get a new form is told once, also to whoever interrupts the rotation before its first value", async () => {
  own.vault.sealIn(1);
  await own.db.keyCheck.updateMany({ data: { sealedCheck: sealOwnKeyCheck(own.vault) } });
  const told: string[] = [];
  const tell = () => void told.push("a new form");
  const interrupted = rotateKeys({ ...unwatched, expect: () => expect.fail("interrupted") }, tell);
  await expect(interrupted).rejects.toThrow("interrupted");
  await rotateKeys(unwatched, tell);
  expect(told).toEqual(["a new form"]);
});
