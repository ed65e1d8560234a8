import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressRanges, isInRanges } from "@/lib/auth/grants/address-ranges";
import {
  boundsOf,
  fileTypesIn,
  isFileTypeInside,
  isEnvironmentInside,
  isProjectInside,
} from "@/lib/auth/grants/bounds";
import { readKeyBounds, storedKeyBounds } from "@/lib/auth/grants/key-bounds";
import { EnvFileType } from "@/lib/contracts/vault/envs";
import { type BoundEnvironment, boundEnvironments } from "@/lib/contracts/access/grants";

const names = fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1, maxLength: 5 });
const environments = fc.subarray([...boundEnvironments], { minLength: 1 });

describe("bounds", () => {
  test("without a limit are none", () => {
    expect(boundsOf({ projects: null, environments: null })).toBeNull();
  });

  test("have the same text only where they are the same", () => {
    const bounds = fc.record({ projects: fc.option(names), environments: fc.option(environments) });
    fc.assert(
      fc.property(bounds, bounds, (one, other) => {
        expect(boundsOf(one)?.text === boundsOf(other)?.text).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test("take names exactly, and what is not limited whatever it is", () => {
    const bounds = boundsOf({ projects: ["billing"], environments: null });
    if (!bounds) return expect.fail("these are bounds");
    expect(["billing", "Billing", "billing ", ""].map((name) => isProjectInside(bounds, name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    for (const environment of ["production", null]) expect(isEnvironmentInside(bounds, environment)).toBe(true);
  });

  test("put each type of env file into one environment: as many as fileTypesIn says", () => {
    for (const environment of boundEnvironments) {
      const bounds = boundsOf({ projects: null, environments: [environment] });
      if (!bounds) return expect.fail("these are bounds");
      expect(EnvFileType.options.filter((type) => isFileTypeInside(bounds, type))).toEqual(fileTypesIn([environment]));
    }
    const each = (environment: BoundEnvironment) => fileTypesIn([environment]);
    expect([each("none"), each("development"), each("staging"), each("production")]).toEqual([
      ["env", "env.local"],
      ["env.development"],
      [],
      ["env.production"],
    ]);
  });
});

test("a key's bounds come out of the column as they went in; without any the column is empty", () => {
  const bounds = fc.record({
    projects: fc.option(names),
    environments: fc.option(environments),
    addresses: fc.option(fc.array(fc.ipV4(), { minLength: 1 })),
    revealsPerDay: fc.option(fc.integer({ min: 1 })),
    canary: fc.boolean(),
  });
  fc.assert(
    fc.property(bounds, (key) => {
      const stored = storedKeyBounds(key);
      expect(readKeyBounds(stored).key).toEqual(key);
      const isLimited = Object.values(key).some((limit) => limit !== null && limit !== false);
      expect(stored !== null).toBe(isLimited);
    }),
  );
});

describe("address ranges", () => {
  const parts = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const asNumber = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

  test("hold the addresses whose first bits are theirs, in whichever notation either is written", () => {
    fc.assert(
      fc.property(parts, parts, fc.nat(32), fc.boolean(), fc.boolean(), (range, address, bits, mapped, from) => {
        const written = mapped ? `::ffff:${range.join(".")}/${bits + 96}` : `${range.join(".")}/${bits}`;
        const size = 2 ** (32 - bits);
        const isInside = Math.floor(asNumber(range) / size) === Math.floor(asNumber(address) / size);
        const asked = `${from ? "::ffff:" : ""}${address.join(".")}`;
        expect(isInRanges(addressRanges([written]), asked)).toBe(isInside);
      }),
    );
  });

  test.each([
    ["2001:db8::/32", "2001:db8:1::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["2001:db8::1", "2001:db8:0:0::1", true],
    ["fc00::/7", "10.0.0.1", false],
    ["0.0.0.0/0", "::1", false],
    ["::/0", "10.0.0.1", true],
    ["0.0.0.0/0", "not an address", false],
    ["0.0.0.0/0", "", false],
  ])("%s holds %s: %s", (range, address, isInside) => {
    expect(isInRanges(addressRanges([range]), address)).toBe(isInside);
  });
});

test("what was read last stays parsed, however many texts there were; long ones push out those before them", () => {
  const read = (name: string) =>
    readKeyBounds(
      storedKeyBounds({ projects: [name], environments: null, addresses: null, revealsPerDay: null, canary: false }),
    );
  const short = Array.from({ length: 1_200 }, (_, at) => `project ${at}`);
  const parsed = short.map(read);
  expect(short.every((name, at) => read(name) === parsed[at])).toBe(true);
  const long = Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(80_000, "x"));
  const [first, ...others] = long.map(read);
  expect(read(long[59] ?? "")).toBe(others.at(-1));
  expect(read(short[0] ?? "")).not.toBe(parsed[0]);
  expect(read(long[0] ?? "")).not.toBe(first);
});
