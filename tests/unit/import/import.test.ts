import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ImportEntry } from "../../../lib/contracts/transfer/import";
import { CreateTwoFactorToken } from "../../../lib/contracts/vault/two-factor";
import { readTokenSecret } from "../../../lib/crypto/tokens/token-secret";
import { type Imported, type ImportFormat, importFormats, readImport } from "../../../lib/import";
import { rowsOf } from "../../../lib/import/csv/csv-rows";
import { samples } from "./samples";

const secretsOf = ({ twoFactor }: Imported) =>
  twoFactor.map(({ service, accountName, secret }) => {
    const { type, algorithm, digits, period, counter, ...token } = readTokenSecret(secret);
    const isUsual = type === "totp" && digits === 6 && period === 30;
    const kind = [type, digits, period ?? `counter ${counter}`].join(" ");
    return [service, accountName, token.secret, isUsual ? algorithm : `${algorithm} ${kind}`];
  });
const entriesOf = ({ entries }: Imported) =>
  entries.map(({ category, name, environment, value }) => [category, name, environment ?? null, value]);

test.each(["\n", " ", "\t", "\r", "_", ",", '"', "otpauth://", "[1,"])(
  "1 MiB of %j is read in one pass, in any format",
  (unit) => {
    const text = unit.repeat(2 ** 20 / unit.length);
    // If each line were read more than once, this would take hours. It once did.
    for (const format of importFormats) expect(readImport(text, { format, project: "mine" }).entries).toEqual([]);
  },
);

describe("each format is read, detected or given", () => {
  test.each(Object.entries(samples))("%s", (_, { format, text, entries, twoFactor, faults }) => {
    for (const asked of ["auto", format] as ImportFormat[]) {
      const read = readImport(text, { format: asked, project: "mine" });
      expect(entriesOf(read)).toEqual(entries);
      expect(secretsOf(read)).toEqual(twoFactor);
      expect(read.faults.map(({ where, message }) => `${where}: ${message}`)).toEqual(faults);
    }
  });

  test("the result is what the API accepts", () => {
    for (const { text } of Object.values(samples)) {
      const { entries, twoFactor } = readImport(text, { project: "mine" });
      for (const entry of entries) expect(ImportEntry.safeParse(entry)).toMatchObject({ success: true });
      for (const token of twoFactor) expect(CreateTwoFactorToken.safeParse(token)).toMatchObject({ success: true });
    }
  });

  test("there is a sample of each format", () => {
    expect(new Set(Object.values(samples).map(({ format }) => format))).toEqual(
      new Set(importFormats.filter((format) => format !== "auto")),
    );
  });
});

describe("CSV", () => {
  test("columns can be given by name", () => {
    const read = readImport("id,Was,Womit\n1,API_KEY,not-a-real-key\n", {
      project: "p",
      columns: { name: "Was", value: "Womit" },
    });
    expect(entriesOf(read)).toEqual([["API_KEY", "p", null, "not-a-real-key"]]);
    expect(readImport("id,Was,Womit\n1,a,b\n", { project: "p" }).faults).toEqual([
      { where: "line 1", message: expect.stringContaining("columns") },
    ]);
  });

  test("any cells are read back as written, with the number of each row's first line", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "é") });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("\n", "\r\n"),
        (rows, lineEnd) => {
          const lines = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(",") + lineEnd);
          const read = rowsOf(lines.join(""));
          expect(read.map(({ cells }) => cells)).toEqual(rows);
          expect(read.map(({ line }) => line)).toEqual(
            lines.map((_, index) => lines.slice(0, index).join("").split("\n").length),
          );
        },
      ),
    );
  });
});

describe("any input", () => {
  test("never throws, and no fault contains anything of a value", () => {
    const damaged = fc
      .tuple(fc.constantFrom(...Object.values(samples)), fc.nat(), fc.nat(20))
      .map(
        ([{ text }, at, length]) =>
          text.slice(0, at % (text.length + 1)) + text.slice((at % (text.length + 1)) + length),
      );
    const json = fc.json({ maxDepth: 4 });
    fc.assert(
      fc.property(fc.oneof(damaged, json, fc.string()), fc.constantFrom(...importFormats), (text, format) => {
        const { entries, twoFactor, faults } = readImport(text, { format, project: "mine" });
        for (const fault of faults) expect(fault.message).not.toContain("canary");
        expect([entries, twoFactor].every(Array.isArray)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
