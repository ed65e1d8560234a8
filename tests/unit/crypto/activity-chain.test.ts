import { expect, test } from "vitest";
import { type ActivityChain, createActivityChain } from "@/lib/crypto/macs/activity-chain";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";

const [oldKey, newKey] = [newMasterKeyText(), newMasterKeyText()];
const record = (number: number) => ({
  id: "a record",
  userId: "a vault",
  number,
  at: "2026-03-01T09:30:00.000+00:00",
  action: "entry.reveal",
  actorKind: "session",
  actorUserId: "a person",
  actorName: null,
  actorKeyId: null,
  actorKeyPrefix: null,
  address: null,
  userAgent: null,
  objectKind: null,
  objectId: null,
  objectName: null,
  project: null,
  environment: null,
  valueId: null,
  count: null,
  outcome: "done",
  requestId: null,
  reason: null,
});

/** Three records, each made by the chain given for it. */
function made(chains: readonly ActivityChain[]) {
  let previous: string | null = null;
  return chains.map((chain, index) => {
    const before: string | null = previous;
    const row = record(index + 1);
    previous = chain.link(before, row);
    return { before, row: { ...row, mac: previous } };
  });
}

test("records stay checkable over a rotation, also when the former master key is gone", () => {
  const [old, both, fresh] = [`${oldKey}`, `${newKey},${oldKey}`, newKey].map((keys) =>
    createActivityChain(parseKeyRing(keys)),
  );
  const records = made([old!, both!, fresh!]);
  const all = (chain: ActivityChain) => records.map(({ before, row }) => chain.isLinked(before, row));
  expect(all(both!)).toEqual([true, true, true]);
  expect(all(fresh!)).toEqual([false, true, true]);
  expect(all(fresh!.knowing(both!.formerKeys()))).toEqual([true, true, true]);
  expect([...both!.formerKeys().keys()]).toEqual([parseKeyRing(oldKey).sealing.id]);
});

test("a MAC covers the one before it, and an instant however a database stores it", () => {
  const chain = createActivityChain(parseKeyRing(newKey));
  const [one, two] = made([chain, chain]);
  expect(chain.isLinked(one!.row.mac, two!.row)).toBe(true);
  expect(chain.isLinked(null, two!.row)).toBe(false);
  expect(chain.isLinked(null, { ...one!.row, at: new Date("2026-03-01T09:30:00.000Z") })).toBe(true);
  expect(chain.isLinked(null, { ...one!.row, at: new Date("2026-03-01T09:30:00.001Z") })).toBe(false);
});

test.each(["", "AA", "not base64url!", "A".repeat(55)])("%j is no MAC", (mac) => {
  expect(createActivityChain(parseKeyRing(newKey)).isLinked(null, { ...record(1), mac })).toBe(false);
});

test("what a former release made, whose MACs don't cover the id, stays checkable; a new MAC covers it", () => {
  const chain = createActivityChain(parseKeyRing(Buffer.alloc(32, 7).toString("base64")));
  const mac = "AenqDXBKNMBGFE7leKfv-r4T3e8DXJvARGfqknNEeaVI44QrgqwkJ0Y";
  expect(chain.isLinked(null, { ...record(1), mac })).toBe(true);
  expect(chain.isLinked(null, { ...record(1), action: "entry.delete", mac })).toBe(false);
  const start = { userId: "a vault", startNumber: 3, startMac: "x" };
  const anchor = "AenqDXBKNMBG2wpJ_hu5qmdmS5pBeZcjoZ6oXLnueqX3AkQv7w2L6AA";
  expect(chain.isAnchored({ ...start, anchor })).toBe(true);
  expect(chain.isAnchored({ ...start, startNumber: 4, anchor })).toBe(false);

  const made = { ...record(1), mac: chain.link(null, record(1)) };
  expect(chain.isLinked(null, made)).toBe(true);
  expect(chain.isLinked(null, { ...made, id: "another record" })).toBe(false);
  // The version is a part of what the MAC is over: nobody makes a new one pass for an old one.
  expect(chain.isLinked(null, { ...made, mac: `AQ${made.mac.slice(2)}` })).toBe(false);
});
