import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Masker } from "../../../packages/svc/src/terminal/mask";

/** The output if the text arrives in these chunks. */
function masked(values: string[], chunks: Buffer[], bytesMin?: number): string {
  const masker = new Masker(values, bytesMin);
  return Buffer.concat([...chunks.map((chunk) => masker.push(chunk)), masker.end()]).toString("latin1");
}

function cut(text: string, places: number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

/** The obvious way: mark every byte of every occurrence, then write each marked run as ***. */
function expected(values: string[], text: string): string {
  const bytes = Buffer.from(text);
  const marks = new Uint8Array(bytes.length);
  for (const value of values.map((each) => Buffer.from(each)).filter(({ length }) => length >= 4)) {
    for (let at = bytes.indexOf(value); at !== -1; at = bytes.indexOf(value, at + 1))
      marks.fill(1, at, at + value.length);
  }
  return [...bytes].map((byte, at) => (marks[at] ? (marks[at - 1] ? "" : "***") : String.fromCharCode(byte))).join("");
}

describe("masking a stream", () => {
  test("a short value stays, unless none may", () => {
    const printed = [Buffer.from("the PIN is q7z.")];
    expect([masked(["q7z"], printed), masked(["q7z"], printed, 1)]).toEqual(["the PIN is q7z.", "the PIN is ***."]);
  });

  const letters = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 6 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "c"), maxLength: 60 });

  test("each byte of each value is hidden, and no other, however values overlap and wherever the chunks are cut", () => {
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 5 }),
        text,
        fc.array(fc.nat(100), { maxLength: 8 }),
        (values, written, places) => {
          expect(masked(values, cut(written, places))).toBe(expected(values, written));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("a value within a longer one does not expose the beginning of the longer one", () => {
    expect(masked(["bcde", "abcdef"], [Buffer.from("xabcdefy")])).toBe("x***y");
  });

  test("the lines of a long text are hidden one by one, but not a PEM header", () => {
    const line = "bm90IGEgcmVhbCBrZXksIGp1c3QgdGV4dA==";
    expect(
      masked(
        [`-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`],
        [Buffer.from(`-----BEGIN PRIVATE KEY-----\n > ${line}\n`)],
      ),
    ).toBe("-----BEGIN PRIVATE KEY-----\n > ***\n");
  });

  test("text that can't be part of a value is passed on at once", () => {
    const masker = new Masker(["secret-value"]);
    expect(masker.push(Buffer.from("Name? ")).toString()).toBe("Name? ");
    expect(masker.push(Buffer.from("a sec")).toString()).toBe("a ");
    expect(masker.push(Buffer.from("ond")).toString()).toBe("second");
  });

  test("a megabyte of a value's own beginning is read in one pass", () => {
    expect(masked([`${"a".repeat(100_000)}b`], [Buffer.from("a".repeat(2 ** 20))])).toBe("a".repeat(2 ** 20));
    expect(masked(["a".repeat(100_000)], [Buffer.from("a".repeat(2 ** 20))])).toBe("***");
  });
});
