import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  coveredColumns,
  type CoveredRow,
  type CoveredTable,
  coveredTables,
  type Kind,
} from "@/lib/crypto/macs/covered-columns";
import { newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { createRights } from "@/lib/crypto/macs/rights";

const [old, fresh] = [newMasterKeyText(), newMasterKeyText()];
const ring = parseKeyRing(old);
const rights = createRights(ring);

type AnyRow = CoveredRow<CoveredTable>;
const values: Record<Kind, fc.Arbitrary<string | Date | Uint8Array | number | null>> = {
  text: fc.option(fc.string({ unit: "grapheme" }).map((text) => text.toWellFormed())),
  instant: fc.option(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })),
  bytes: fc.option(fc.uint8Array({ maxLength: 40 })),
  count: fc.option(fc.maxSafeNat()),
};
const rowOf = (table: CoveredTable) =>
  fc.record(
    Object.fromEntries(Object.entries(coveredColumns[table]).map(([column, kind]) => [column, values[kind]])),
  ) as unknown as fc.Arbitrary<AnyRow>;
const text = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : value instanceof Uint8Array
      ? Buffer.from(value).toString("hex")
      : value;

describe.each(coveredTables)("a row of %s", (table) => {
  test("is genuine as signed, checked once or twice, its instants as text or not; but not with another key or as another table's", () => {
    fc.assert(
      fc.property(rowOf(table), (row) => {
        const signed = rights.sign(table, row);
        const stored = Object.fromEntries(
          Object.entries(signed).map(([column, value]: [string, unknown]) => [
            column,
            value instanceof Date ? value.toISOString().replace("Z", "+00:00") : value,
          ]),
        ) as unknown as typeof signed;
        expect([signed, signed, stored].map((one) => rights.isGenuine(table, one))).toEqual([true, true, true]);
        expect(createRights(parseKeyRing(fresh)).isGenuine(table, signed)).toBe(false);
        for (const other of coveredTables.filter((name) => name !== table))
          expect(rights.isGenuine(other, signed as never)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test.each(Object.entries(coveredColumns[table]))(
    "is not genuine with another %s (%s), even in a process that has seen it genuine",
    (column, kind) => {
      fc.assert(
        fc.property(rowOf(table), values[kind], (row, value) => {
          const signed = rights.sign(table, row) as unknown as Record<string, unknown>;
          fc.pre(text(value) !== text(signed[column]));
          expect(rights.isGenuine(table, signed as never)).toBe(true);
          expect(rights.isGenuine(table, { ...signed, [column]: value } as never)).toBe(false);
          expect(rights.isGenuine(table, { ...signed, [column]: undefined } as never)).toBe(false);
        }),
        { numRuns: 30 },
      );
    },
  );

  test("is not genuine with its values in each other's columns", () => {
    const columns = Object.entries(coveredColumns[table])
      .filter(([, kind]) => kind === "text")
      .map(([column]) => column);
    const row = Object.fromEntries(
      Object.entries(coveredColumns[table]).map(([column, kind]) => [column, kind === "text" ? `a ${column}` : null]),
    );
    const signed = rights.sign(table, row as never) as unknown as Record<string, unknown>;
    for (const [left = "", right = ""] of columns.flatMap((one) =>
      columns.filter((two) => two > one).map((two) => [one, two]),
    )) {
      expect(rights.isGenuine(table, { ...signed, [left]: signed[right], [right]: signed[left] } as never)).toBe(false);
      expect(
        rights.isGenuine(table, {
          ...signed,
          [left]: null,
          [right]: `${String(signed[left])}${String(signed[right])}`,
        } as never),
      ).toBe(false);
    }
  });
});

describe("a MAC", () => {
  const key = {
    id: "k",
    userId: "u",
    keyHash: "h",
    scopes: "entries:read",
    expiresAt: null,
    bounds: null,
    makerId: null,
    ruleId: null,
  };
  const signed = rights.sign("AccessKey", key);

  test("that was damaged in any byte, cut short, respelt or removed is invalid", () => {
    const bytes = Buffer.from(signed.mac, "base64url");
    const damaged = Array.from(bytes, (byte, at) =>
      Buffer.from(bytes.map((one, index) => (index === at ? byte ^ 1 : one))).toString("base64url"),
    );
    for (const mac of [
      ...damaged,
      bytes.subarray(1).toString("base64url"),
      `${signed.mac}=`,
      bytes.toString("base64"),
      bytes.toString("hex"),
      "",
      null,
    ]) {
      expect(mac !== signed.mac && rights.isGenuine("AccessKey", { ...key, mac })).toBe(false);
    }
  });

  test("is made under the first master key, and every key of the ring verifies it", () => {
    const both = createRights(parseKeyRing(`${fresh}\n${old}`));
    expect(both.signedBy("AccessKey", signed)).toBe(ring.sealing.id);
    const anew = both.sign("AccessKey", key);
    expect(both.signedBy("AccessKey", anew)).toBe(parseKeyRing(fresh).sealing.id);
    expect(rights.signedBy("AccessKey", anew)).toBeNull();
  });

  test("of a row without one of its columns can't be made", () => {
    expect(() => rights.sign("AccessKey", { ...key, scopes: undefined } as never)).toThrow(RangeError);
  });

  test("that is wrong is reported by table and id only, at each check", () => {
    const told: unknown[] = [];
    const telling = createRights(ring, (...what) => void told.push(what));
    for (let times = 0; times < 2; times += 1) telling.isGenuine("AccessKey", { ...signed, scopes: "export:read" });
    expect(telling.signedBy("AccessKey", { ...signed, scopes: "export:read" })).toBeNull();
    expect(told).toEqual([
      ["AccessKey", "k"],
      ["AccessKey", "k"],
    ]);
  });

  test("is still checked correctly after more rows than are remembered", () => {
    const busy = createRights(ring);
    expect(busy.isGenuine("AccessKey", signed)).toBe(true);
    for (let index = 0; index < 10_050; index += 1)
      busy.isGenuine("AccessKey", rights.sign("AccessKey", { ...key, id: `${index}` }));
    expect([
      busy.isGenuine("AccessKey", signed),
      busy.isGenuine("AccessKey", { ...signed, scopes: "export:read" }),
    ]).toEqual([true, false]);
  });
});

describe("a process remembers genuine rows", () => {
  /** Rights that count how often a MAC is computed, and rows of access keys that are limited by texts of this length. */
  function counting(length: number) {
    const find = vi.fn(ring.find);
    const { isGenuine, sign } = createRights({ ...ring, find });
    const rows = Array.from({ length: 200 }, (_, at) =>
      sign("AccessKey", {
        id: `${at}`,
        userId: "u",
        keyHash: "h",
        scopes: "entries:read",
        expiresAt: null,
        bounds: "x".repeat(length),
        makerId: null,
        ruleId: null,
      }),
    );
    return (from: number) => {
      find.mockClear();
      return [rows.slice(from).every((row) => isGenuine("AccessKey", row)), find.mock.calls.length];
    };
  }

  test("by how much is in them: 200 short ones, but only the last hundred of 80,000 characters", () => {
    const short = counting(100);
    expect([short(0), short(0)]).toEqual([
      [true, 200],
      [true, 0],
    ]);
    const long = counting(80_000);
    expect([long(0), long(100), long(0)]).toEqual([
      [true, 200],
      [true, 0],
      [true, 200],
    ]);
  });
});

test("matches a test vector, so that stored rows stay valid", () => {
  const fixed = createRights(parseKeyRing("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
  expect(
    fixed.sign("AccessKey", {
      id: "key-1",
      userId: "user-1",
      keyHash: "00",
      scopes: "entries:read",
      expiresAt: new Date("2027-01-31T00:00:00.000Z"),
      bounds: null,
      makerId: null,
      ruleId: null,
    }).mac,
  ).toBe("AQE3GIAFikWPAGplUAyMElokSJipwxaJSNUkHKL4OhD8ev4VMH-3jJw");
});
