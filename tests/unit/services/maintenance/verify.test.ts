import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordOf } from "@/lib/auth/activity/activity";
import { newRowId } from "@/lib/db/row-id";
import { verifyValues } from "@/lib/services/maintenance/verify/verify";
import { countActivity, verifyActivity } from "@/lib/services/maintenance/verify/verify-activity";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const aUser = async () => (await own.db.user.create({ data: { email: `${randomUUID()}@example.com` } })).id;

/** How far a progress came, and how far it was to come. */
function aProgress() {
  const seen = { expected: 0, advanced: 0 };
  const expect = (count: number) => void (seen.expected += count);
  return { seen, progress: { expect, advance: (count: number) => void (seen.advanced += count) } };
}

test("what can't be opened or is not genuine is counted, and the first 20 of each are kept", async () => {
  const userId = await aUser();
  const ids = Array.from({ length: 25 }, newRowId);
  await own.db.twoFactorToken.createMany({
    data: ids.map((id) => ({ id, userId, service: "s", accountName: "a", encryptedSecret: new Uint8Array(80) })),
  });
  await own.db.accessKey.createMany({
    data: ids.map((id) => ({ id, userId, name: "k", keyHash: id, keyPrefix: "svc_x", scopes: "", mac: "not-a-mac" })),
  });
  const { seen, progress } = aProgress();
  const { unopenable, signed } = await verifyValues(progress);
  expect(unopenable).toEqual({
    count: 25,
    first: ids.slice(0, 20).map((rowId) => ({ table: "TwoFactorToken", rowId })),
  });
  // The user's own row has no MAC either.
  expect({ count: signed.forged.count, kept: signed.forged.first.length }).toEqual({ count: 26, kept: 20 });
  expect(seen).toEqual({ expected: 51, advanced: 51 });
});

test("the progress of following the activity ends with the number of its records", async () => {
  const caller = { kind: "session", userId: await aUser(), sessionId: "x", provenAt: new Date() } as const;
  const records = Array.from({ length: 1_200 }, () => recordOf(caller, "entry.reveal", null));
  await own.writes.record(records);
  const seen: number[] = [];
  await verifyActivity({ expect: () => {}, advance: (count) => void seen.push(count) }, []);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.reduce((sum, count) => sum + count, 0)).toBe(await countActivity());
  expect(await countActivity()).toBe(1_200);
  await own.db.activityHead.updateMany({ data: { startNumber: 500 } });
  expect(await countActivity()).toBe(700);
});
