import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "@/lib/crypto/fingerprint";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/keyring";
import { createVault, lengthIn, lengthOf } from "@/lib/crypto/vault";
import { updateEntry } from "@/lib/services/entries";
import { fingerprintMemory, type Known } from "@/lib/services/references/fingerprint-memory";
import { findMatches } from "@/lib/services/references/fingerprints";
import { aServiceVault } from "../../support/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const at = new Date(1);
const mark = { valueVersion: 2, valueId: "a", valueAt: at };
const known = (count = 1): Known => ({
  mark,
  isGroup: false,
  current: 1,
  former: Array.from({ length: count - 1 }, (_, index) => ({ version: index, bytes: 117, prints: index })),
});

describe("the memory of fingerprints", () => {
  test("forgets what was not used for the longest time, as soon as there are too many values", () => {
    const memory = fingerprintMemory(6);
    for (const id of ["a", "b", "c"]) memory.keep(id, known(2));
    expect(memory.get("a", mark)).toBeDefined();
    memory.keep("d", known(2));
    expect(["a", "b", "c", "d"].map((id) => memory.get(id, mark) !== undefined)).toEqual([true, false, true, true]);
    expect(memory.size()).toBe(6);
    memory.keep("a", known(5));
    expect(["a", "c", "d"].map((id) => memory.get(id, mark) !== undefined)).toEqual([true, false, false]);
    expect(memory.size()).toBe(5);
  });

  test("counts each field of a group, and keeps nothing that is too large for it", () => {
    const memory = fingerprintMemory(2);
    const fields = ["A", "B", "C"].map((name, index) => [name, index] as const);
    memory.keep("a", { ...known(), isGroup: true, current: new Map(fields) });
    expect(memory.get("a", mark)).toBeUndefined();
    expect(memory.size()).toBe(0);
  });

  test.each([
    ["version", { ...mark, valueVersion: 3 }],
    ["id", { ...mark, valueId: "b" }],
    ["id", { ...mark, valueId: null }],
    ["instant", { ...mark, valueAt: new Date(2) }],
    ["instant", { ...mark, valueAt: null }],
  ])("knows nothing of a value with another %s", (_, other) => {
    const memory = fingerprintMemory();
    memory.keep("a", known());
    expect(memory.get("a", { ...mark, valueAt: new Date(1) })).toBeDefined();
    expect(memory.get("a", other)).toBeUndefined();
  });
});

describe("what is found", () => {
  const wanted = (texts: readonly string[]) => new Map(texts.map((text) => [fingerprint(text), lengthOf(text)]));

  test("is the same with a memory that holds next to nothing", async () => {
    const vault = await aServiceVault(own);
    const category = await vault.category("Stripe");
    for (let index = 0; index < 130; index += 1) {
      const id = await vault.entry(category, `n${index}`, `former-${index}`);
      await updateEntry(vault.ctx, id, { value: `now-${index}` });
    }
    const texts = Array.from({ length: 140 }, (_, index) => [`former-${index}`, `now-${index}`, `own-${index}`]).flat();
    const [small, none, large] = [fingerprintMemory(10), fingerprintMemory(0), fingerprintMemory()];
    const found = await findMatches(vault.ctx, wanted(texts), large);
    expect(found.filter(({ version }) => version === null)).toHaveLength(130);
    expect(found.filter(({ version }) => version === 1)).toHaveLength(130);
    expect(large.size()).toBe(260);
    for (const memory of [large, small, none, small])
      expect(await findMatches(vault.ctx, wanted(texts), memory)).toEqual(found);
    expect([small.size(), none.size()]).toEqual([10, 0]);
  });

  test("is the same for several who ask at once", async () => {
    const vault = await aServiceVault(own);
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    const found = await Promise.all(Array.from({ length: 5 }, () => findMatches(vault.ctx, wanted(["one"]))));
    expect(found).toEqual(Array(5).fill([{ entryId: id, print: fingerprint("one"), field: null, version: null }]));
  });

  /** The fingerprints that are remembered of an entry's former values; null for each that was not opened. */
  async function formerPrints(id: string, memory: ReturnType<typeof fingerprintMemory>) {
    const marks = await own.db.keyEntry.findUniqueOrThrow({ where: { id } });
    const stored = (date: Date | null) => date && date.toISOString().replace("Z", "+00:00");
    const valueAt = own.databaseKind === "sqlite" ? stored(marks.valueAt) : marks.valueAt;
    return memory.get(id, { ...marks, valueAt })?.former.map(({ prints }) => prints);
  }

  test("needs no value opened that is longer than every variable, until one is as long", async () => {
    const vault = await aServiceVault(own);
    const id = await vault.entry(await vault.category("Stripe"), "billing", "long".repeat(100));
    await updateEntry(vault.ctx, id, { value: "short" });
    const memory = fingerprintMemory();
    expect(await findMatches(vault.ctx, wanted(["none"]), memory)).toEqual([]);
    expect(await formerPrints(id, memory)).toEqual([null]);
    expect(await findMatches(vault.ctx, wanted(["long".repeat(100)]), memory)).toHaveLength(1);
    expect(await formerPrints(id, memory)).toEqual([fingerprint("long".repeat(100))]);
  });

  test("needs no former value opened while an entry has each value that is looked for", async () => {
    const vault = await aServiceVault(own);
    const category = await vault.category("Stripe");
    const [id] = [await vault.entry(category, "billing", "before"), await vault.entry(category, "shop", "other")];
    await updateEntry(vault.ctx, id, { value: "now" });
    const memory = fingerprintMemory();
    expect(await findMatches(vault.ctx, wanted(["now", "other"]), memory)).toHaveLength(2);
    expect(await formerPrints(id, memory)).toEqual([null]);
    expect(await findMatches(vault.ctx, wanted(["now", "before"]), memory)).toEqual([
      { entryId: id, print: fingerprint("now"), field: null, version: null },
      { entryId: id, print: fingerprint("before"), field: null, version: 1 },
    ]);
    expect(await formerPrints(id, memory)).toEqual([fingerprint("before")]);
  });
});

test("a fingerprint is the same for the same text alone, and a whole number", () => {
  const texts = ["", "a", "A", "á", "a\0", "x".repeat(300_000)];
  const prints = texts.map(fingerprint);
  expect(new Set(prints).size).toBe(texts.length);
  expect(texts.map(fingerprint)).toEqual(prints);
  expect(prints.every(Number.isSafeInteger)).toBe(true);
});

test.each([1, 2] as const)("a value sealed in form %i says how long it is with its padding", (form) => {
  const vault = createVault(parseKeyRing(newMasterKeyText()), form);
  for (const text of ["", "a", "á".repeat(30), "x".repeat(60), "x".repeat(61), "x".repeat(5_000)])
    expect(lengthIn(vault.seal(text, { table: "t", field: "f", rowId: "r", userId: "u" }).length)).toBe(lengthOf(text));
});
