import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { exportBytes, exportBytesMax } from "../../../lib/import/archive";

const text = strToU8('{"accounts":[]}');
const archive = zipSync({
  "export.attributes": strToU8("{}"),
  "files/a.png": new Uint8Array(5_000),
  "export.data": text,
});

test("1Password's archive gives its export.data; any other file gives itself", () => {
  expect(exportBytes(archive)).toEqual(text);
  expect(exportBytes(zipSync({ "export.data": text }, { level: 0 }))).toEqual(text);
  expect(exportBytes(text)).toBe(text);
  expect(exportBytes(new Uint8Array())).toEqual(new Uint8Array());
});

test("an archive without it is refused, and one that is too large before it is unpacked", () => {
  expect(() => exportBytes(zipSync({ "a.txt": text }))).toThrow(/without 1Password’s export.data/);
  const bomb = zipSync({ "export.data": new Uint8Array(exportBytesMax + 1) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(() => exportBytes(bomb)).toThrow(/larger than 8 MiB/);
});

test("an archive that understates its contents gives no more than it stated", () => {
  const lying = zipSync({ "export.data": new Uint8Array(100_000) });
  const directory = lying.findLastIndex(
    (byte, at) => byte === 0x50 && lying[at + 1] === 0x4b && lying[at + 2] === 1 && lying[at + 3] === 2,
  );
  new DataView(lying.buffer).setUint32(directory + 24, 10, true);
  expect(outcomeOf(lying).length).toBeLessThanOrEqual(10);
});

test("anything damaged gives a RangeError with a message, or bytes", () => {
  fc.assert(
    fc.property(
      fc.nat(archive.length - 1),
      fc.integer({ min: 0, max: 255 }),
      fc.nat(archive.length),
      (at, byte, length) => {
        const damaged = archive.slice(0, Math.max(length, at + 1));
        damaged[at] = byte;
        expect(outcomeOf(damaged).length).toBeLessThanOrEqual(exportBytesMax);
      },
    ),
    { numRuns: 1_000 },
  );
});

/** The bytes; undefined if it was refused. Any error but a RangeError fails. */
function outcomeOf(file: Uint8Array): Uint8Array {
  try {
    return exportBytes(file);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return new Uint8Array();
  }
}
