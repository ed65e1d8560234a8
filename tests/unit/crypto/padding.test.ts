import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pad, padme, unpad } from "@/lib/crypto/sealing/padding";

describe("padding", () => {
  test("any bytes are restored, from either form", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.constantFrom("steps", "padme"), (bytes, form) => {
        expect(new Uint8Array(unpad(pad(bytes, form)))).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  test("bytes that end in zeros keep them", () => {
    expect([...unpad(pad(Uint8Array.of(1, 0, 0), "steps"))]).toEqual([1, 0, 0]);
  });

  test("a value takes the next multiple of 64 bytes that holds it and its length", () => {
    for (const [bytes, padded] of [
      [0, 64],
      [60, 64],
      [61, 128],
      [124, 128],
      [125, 192],
      [262_144, 262_208],
    ] as const) {
      expect(pad(new Uint8Array(bytes), "steps").length).toBe(padded);
    }
  });

  test("a small file can't be distinguished from an empty one", () => {
    expect(new Set(Array.from({ length: 61 }, (_, bytes) => pad(new Uint8Array(bytes), "padme").length))).toEqual(
      new Set([64]),
    );
  });

  test("the rest is zeros", () => {
    const padded = pad(Uint8Array.of(255, 255), "padme");
    expect([...padded.subarray(0, 6)]).toEqual([0, 0, 0, 2, 255, 255]);
    expect(padded.subarray(6).every((byte) => byte === 0)).toBe(true);
  });

  test.each([[0], [1], [3]])("%i bytes are too few for a length", (bytes) => {
    expect(() => unpad(Buffer.alloc(bytes))).toThrow(RangeError);
  });

  test("a length beyond the end is refused", () => {
    const padded = pad(Buffer.from("abc"), "steps");
    padded.writeUInt32BE(61);
    expect(() => unpad(padded)).toThrow(RangeError);
    padded.writeUInt32BE(60);
    expect(unpad(padded).length).toBe(60);
  });
});

describe("Padmé (Nikitin et al., PETS 2019)", () => {
  /** The paper's Algorithm 1, in its own terms of bit masks. */
  const byThePaper = (length: number) => {
    const exponent = 31 - Math.clz32(length);
    const kept = 32 - Math.clz32(exponent);
    const mask = 2 ** (exponent - kept) - 1;
    return length + mask - ((length + mask) % (mask + 1));
  };

  test("matches sizes calculated by hand", () => {
    // 9 is 1001₂: exponent 3, 2 bits kept of its 3 low ones, so 1 zero: 10. 1025: exponent 10, 4 kept, 6 zeros: 1088.
    expect([9, 10, 1000, 1024, 1025, 1_000_000, 1_048_576].map(padme)).toEqual([
      10, 10, 1024, 1024, 1088, 1_015_808, 1_048_576,
    ]);
  });

  test("equals the paper's algorithm around every power of two, and anywhere", () => {
    for (let exponent = 6; exponent <= 30; exponent += 1)
      for (const by of [-1, 0, 1]) expect(padme(2 ** exponent + by)).toBe(byThePaper(2 ** exponent + by));
    fc.assert(
      fc.property(fc.integer({ min: 64, max: 2 ** 30 }), (size) => {
        expect(padme(size)).toBe(byThePaper(size));
      }),
      { numRuns: 5000 },
    );
  });

  test("holds its size, wastes at most 12 %, never shrinks as sizes grow, and is its own Padmé size", () => {
    let before = 0;
    for (let size = 64; size <= 100_000; size += 1) {
      const padded = padme(size);
      if (padded < size || padded > size * 1.12 || padded < before || padme(padded) !== padded)
        expect.fail(`padme(${size}) = ${padded}`);
      before = padded;
    }
    expect(before).toBe(padme(100_000));
  });

  test("reveals no more than O(log log n) bits: all files up to 1 MiB fall into fewer than 300 sizes", () => {
    const sizes = new Set<number>();
    for (let size = 64; size <= 2 ** 20; size += 1) sizes.add(padme(size));
    expect(sizes.size).toBeLessThan(300);
  });
});
