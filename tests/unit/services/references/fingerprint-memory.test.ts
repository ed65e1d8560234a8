import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import { fingerprint } from "@/lib/crypto/macs/fingerprint";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { lengthIn, lengthOf } from "@/lib/crypto/sealing/padding";
import { createVault } from "@/lib/crypto/sealing/vault";
import { listFormerValues } from "@/lib/db/queries/vault/fingerprints";
import { listEntries } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { fingerprintMemory, type Known, type Mark } from "@/lib/services/references/fingerprints/fingerprint-memory";
import { findMatches } from "@/lib/services/references/fingerprints/fingerprints";
import { rememberCreated, rememberReplaced } from "@/lib/services/references/fingerprints/written-values";
import { importItems } from "@/lib/services/import";
import { inOneTransaction } from "@/lib/services/doors/transaction";
import { createTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { sealedIn } from "@/lib/crypto/sealing/sealed-columns";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

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
    const memory = fingerprintMemory(12);
    for (const id of ["a", "b", "c"]) memory.keep(id, known(2));
    expect(memory.get("a", mark)).toBeDefined();
    memory.keep("d", known(2));
    expect(["a", "b", "c", "d"].map((id) => memory.get(id, mark) !== undefined)).toEqual([true, false, true, true]);
    expect(memory.size()).toBe(12);
    memory.keep("a", known(9));
    expect(["a", "c", "d"].map((id) => memory.get(id, mark) !== undefined)).toEqual([true, false, false]);
    expect(memory.size()).toBe(11);
  });

  test("counts each field of a group, and keeps nothing that is too large for it", () => {
    const memory = fingerprintMemory(4);
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

const wanted = (texts: readonly string[]) => new Map(texts.map((text) => [fingerprint(text), lengthOf(text)]));

describe("what is found", () => {
  test("is the same with a memory that holds next to nothing", async () => {
    const vault = await aServiceVault(own);
    const category = await vault.category("Stripe");
    for (let index = 0; index < 130; index += 1) {
      const id = await vault.entry(category, `n${index}`, `former-${index}`);
      await updateEntry(vault.ctx, id, { value: `now-${index}` });
    }
    const texts = Array.from({ length: 140 }, (_, index) => [`former-${index}`, `now-${index}`, `own-${index}`]).flat();
    const [small, none, large] = [fingerprintMemory(20), fingerprintMemory(0), fingerprintMemory()];
    const found = await findMatches(vault.ctx, wanted(texts), large);
    expect(found.filter(({ version }) => version === null)).toHaveLength(130);
    expect(found.filter(({ version }) => version === 1)).toHaveLength(130);
    expect(large.size()).toBe(520);
    for (const memory of [large, small, none, small])
      expect(await findMatches(vault.ctx, wanted(texts), memory)).toEqual(found);
    expect([small.size(), none.size()]).toEqual([20, 0]);
  });

  test("is the same for several who ask at once", async () => {
    const vault = await aServiceVault(own);
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    const found = await Promise.all(Array.from({ length: 5 }, () => findMatches(vault.ctx, wanted(["one"]))));
    expect(found).toEqual(Array(5).fill([{ entryId: id, print: fingerprint("one"), field: null, version: null }]));
  });

  /** The fingerprints that are remembered of an entry's former values; null for each that was not opened, or if none was looked for. */
  async function formerPrints(id: string, memory: ReturnType<typeof fingerprintMemory>) {
    const marks = await own.db.keyEntry.findUniqueOrThrow({ where: { id } });
    const stored = (date: Date | null) => date && date.toISOString().replace("Z", "+00:00");
    const valueAt = own.databaseKind === "sqlite" ? stored(marks.valueAt) : marks.valueAt;
    const known = memory.get(id, { ...marks, valueAt });
    return known && (known.former?.map(({ prints }) => prints) ?? null);
  }

  test("needs no value opened that is longer than every variable, until one is as long", async () => {
    const vault = await aServiceVault(own);
    // Too long to be read with the list of former values.
    const long = "long".repeat(200);
    const id = await vault.entry(await vault.category("Stripe"), "billing", long);
    await updateEntry(vault.ctx, id, { value: "short" });
    const memory = fingerprintMemory();
    expect(await findMatches(vault.ctx, wanted(["none"]), memory)).toEqual([]);
    expect(await formerPrints(id, memory)).toEqual([null]);
    expect(await findMatches(vault.ctx, wanted([long]), memory)).toHaveLength(1);
    expect(await formerPrints(id, memory)).toEqual([fingerprint(long)]);
  });

  test("looks for no former value while an entry has each value that is looked for", async () => {
    const vault = await aServiceVault(own);
    const category = await vault.category("Stripe");
    const [id] = [await vault.entry(category, "billing", "before"), await vault.entry(category, "shop", "other")];
    await updateEntry(vault.ctx, id, { value: "now" });
    const memory = fingerprintMemory();
    expect(await findMatches(vault.ctx, wanted(["now", "other"]), memory)).toHaveLength(2);
    expect(await formerPrints(id, memory)).toBeNull();
    expect(await findMatches(vault.ctx, wanted(["now", "before"]), memory)).toEqual([
      { entryId: id, print: fingerprint("now"), field: null, version: null },
      { entryId: id, print: fingerprint("before"), field: null, version: 1 },
    ]);
    expect(await formerPrints(id, memory)).toEqual([fingerprint("before")]);
  });
});

test("what an entry had is found in the vault that it is moved to while it is looked for in the former one", async () => {
  const { userId, ...vault } = await aServiceVault(own);
  const caller: SessionCaller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
  const id = await vault.entry(await vault.category("Stripe"), "billing", "before");
  await updateEntry({ caller }, id, { value: "now" });
  const { id: teamId } = await createTeam({ caller }, { name: "Shop" });
  const there: SessionCaller = { ...caller, team: { id: teamId, role: "owner" }, bounds: null };
  const memory = fingerprintMemory();
  const { all } = own.reads;
  const reads = vi.spyOn(own.reads, "all").mockImplementation(async (query, given) => {
    if (query.name === listFormerValues.name) {
      reads.mockRestore();
      await transfer({ caller }, { teamId, entryIds: [id], envProjectIds: [], twoFactorTokenIds: [] });
    }
    return all.call(own.reads, query, given) as never;
  });
  onTestFinished(() => reads.mockRestore());
  expect(await findMatches({ caller }, wanted(["before"]), memory)).toEqual([]);
  expect(await listEntries({ caller })).toEqual([]);
  expect(await findMatches({ caller: there }, wanted(["before"]), memory)).toEqual([
    { entryId: id, print: fingerprint("before"), field: null, version: 1 },
  ]);
});

describe("what this process wrote", () => {
  /** The matches of these values, and how many were opened for them. */
  async function found(ctx: RequestContext, texts: readonly string[]) {
    const open = vi.spyOn(own.vault, "open");
    try {
      const matches = await findMatches(ctx, wanted(texts));
      return { opened: open.mock.calls.length, matches: matches.map(({ field, version }) => [field, version]) };
    } finally {
      open.mockRestore();
    }
  }

  test("is not opened again, be it a value, a former one or a field of a group", async () => {
    const { ctx, ...vault } = await aServiceVault(own);
    const [simple, group] = [await vault.category("Stripe"), await vault.category("Database", "group")];
    const id = await vault.entry(simple, "billing", "one");
    for (const value of ["two", "three"]) await updateEntry(ctx, id, { value });
    await updateEntry(ctx, id, { notes: "says nothing of the value" });
    const fields = await vault.entry(group, "billing", '{"HOST":"localhost"}');
    await updateEntry(ctx, fields, { value: '{"HOST":"db.example.com"}' });
    expect(await found(ctx, ["one", "three", "localhost", "db.example.com"])).toEqual({
      opened: 0,
      matches: expect.arrayContaining([
        [null, null],
        [null, 1],
        ["HOST", 1],
        ["HOST", null],
      ]) as unknown,
    });
  });

  test("is not opened again if it was imported", async () => {
    const { ctx } = await aServiceVault(own);
    const entry = { keyType: "simple", category: "Stripe", envVarName: "STRIPE_KEY", name: "billing" } as const;
    await importItems(ctx, { entries: [{ ...entry, value: "imported" }] });
    expect(await found(ctx, ["imported"])).toEqual({ opened: 0, matches: [[null, null]] });
  });

  test("is not opened again if it was imported with the values that it had before", async () => {
    const { ctx } = await aServiceVault(own);
    const day = (day: number) => `2026-01-0${day}T00:00:00Z`;
    const entry = { keyType: "group", category: "Database", name: "main", valueChangedAt: day(3) } as const;
    const group = (password: string) => JSON.stringify({ HOST: "db.example.com", PASSWORD: password });
    await importItems(ctx, {
      entries: [
        {
          ...entry,
          value: group("third"),
          former: ["first", "second"].map((value, index) => ({ value: group(value), writtenAt: day(index + 1) })),
        },
      ],
    });
    expect(await found(ctx, ["first", "second", "third"])).toEqual({
      opened: 0,
      matches: expect.arrayContaining([
        ["PASSWORD", 1],
        ["PASSWORD", 2],
        ["PASSWORD", null],
      ]) as unknown,
    });
  });

  test("is opened if somebody else wrote in between, so that no value is missed", async () => {
    const { ctx, userId, ...vault } = await aServiceVault(own);
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    const mark = { valueVersion: 2, valueId: randomUUID(), valueAt: new Date() };
    const sealedFor = sealedIn("KeyEntry", id, userId);
    await own.db.entryVersion.create({
      data: {
        ...{ userId, entryId: id, version: 1, createdAt: new Date(), replacedAt: new Date() },
        encryptedValue: own.vault.seal("one", sealedFor),
      },
    });
    await own.db.keyEntry.update({
      where: { id },
      data: { ...mark, version: 2, encryptedValue: own.vault.seal("theirs", sealedFor) },
    });
    await updateEntry(ctx, id, { value: "mine" });
    const { opened, matches } = await found(ctx, ["one", "theirs", "mine"]);
    expect(opened).toBeGreaterThanOrEqual(3);
    expect(matches).toEqual([
      [null, null],
      [null, 1],
      [null, 2],
    ]);
  });

  test("of a write that was rolled back says nothing", async () => {
    const { ctx, ...vault } = await aServiceVault(own);
    const id = await vault.entry(await vault.category("Stripe"), "billing", "one");
    const undone = inOneTransaction(ctx, async (inside) => {
      await updateEntry(inside, id, { value: "two" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await found(ctx, ["one", "two"])).matches).toEqual([[null, null]]);
    await updateEntry(ctx, id, { value: "three" });
    expect((await found(ctx, ["one", "two", "three"])).matches).toEqual([
      [null, null],
      [null, 1],
    ]);
  });

  test("takes the place of the oldest former value, in whatever order they were read", () => {
    const memory = fingerprintMemory();
    const { VERSIONS_KEPT } = own.settings;
    const before = { valueVersion: VERSIONS_KEPT + 1, valueId: "a", valueAt: "1" };
    const after = { valueVersion: VERSIONS_KEPT + 2, valueId: "b", valueAt: "2" };
    const former = Array.from({ length: VERSIONS_KEPT }, (_, index) => ({ version: index + 1, bytes: 113, prints: 1 }));
    memory.keep("a", { mark: before, isGroup: false, current: 1, former });
    rememberReplaced({ id: "a", text: "new" }, before, after, memory);
    const versions = memory.get("a", after)?.former?.map(({ version }) => version) ?? [];
    expect(new Set(versions)).toEqual(new Set(Array.from({ length: VERSIONS_KEPT }, (_, index) => index + 2)));
  });

  test("leaves former values to be looked for that nobody has looked for yet", () => {
    const memory = fingerprintMemory();
    const at = (version: number) => ({ valueVersion: version, valueId: `${version}`, valueAt: `${version}` });
    memory.keep("a", { mark: at(2), isGroup: false, current: 1, former: null });
    rememberReplaced({ id: "a", text: "new" }, at(2), at(3), memory);
    expect(memory.get("a", at(3))).toMatchObject({ current: fingerprint("new"), former: null });
  });

  test("is not remembered of an entry whose values before are not known", () => {
    const memory = fingerprintMemory();
    const at = (version: number) => ({ valueVersion: version, valueId: `${version}`, valueAt: `${version}` });
    rememberReplaced({ id: "a", text: "new" }, at(2), at(3), memory);
    rememberCreated({ id: "b", keyType: "simple", text: "0" }, {}, [], memory);
    // Somebody else wrote between what is known and this.
    rememberReplaced({ id: "b", text: "new" }, at(2), at(3), memory);
    expect(["a", "b"].map((id) => memory.get(id, at(3)))).toEqual([undefined, undefined]);
  });

  test("is remembered as often as former values are kept", () => {
    const memory = fingerprintMemory();
    const at = (version: number) => ({ valueVersion: version, valueId: `${version}`, valueAt: `${version}` });
    rememberCreated({ id: "a", keyType: "simple", text: "0" }, {}, [], memory);
    let before: Mark = { valueVersion: 1, valueId: null, valueAt: null };
    const { VERSIONS_KEPT } = own.settings;
    for (let version = 2; version < VERSIONS_KEPT + 5; version += 1) {
      rememberReplaced({ id: "a", text: `${version}` }, before, at(version), memory);
      before = at(version);
    }
    const former = memory.get("a", before)?.former ?? [];
    expect(former.map(({ version }) => version)).toEqual(
      Array.from({ length: VERSIONS_KEPT }, (_, index) => VERSIONS_KEPT + 3 - index),
    );
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
