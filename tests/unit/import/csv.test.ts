import fc from "fast-check";
import { expect, test } from "vitest";
import { readImport } from "@/lib/import";
import { rowsOf } from "../../../lib/import/csv/csv-rows";

const read = (text: string) => {
  const { entries, faults } = readImport(text, { format: "csv", project: "mine" });
  return {
    values: entries.map(({ category, value }) => [category, value]),
    faults: faults.map(({ where, message }) => `${where}: ${message}`),
  };
};

const keePass = '"Account","Login Name","Password","Web Site","Comments"';

test("KeePass writes a backslash before a quotation mark and before a backslash within a cell", () => {
  const row = String.raw`"Mail","ada","not \"real\" C:\\x\\","",""`;
  const { values, faults } = read(`${keePass}\r\n${row}\r\n"Next","bob","not-real","",""\r\n`);
  expect(faults).toEqual([]);
  expect(values).toEqual([
    ["Mail", JSON.stringify({ USERNAME: "ada", PASSWORD: String.raw`not "real" C:\x` + "\\" })],
    ["Next", '{"USERNAME":"bob","PASSWORD":"not-real"}'],
  ]);
  // In every other table a backslash is a character like others.
  expect(read(String.raw`name,value` + "\n" + String.raw`A,"C:\"` + "\n").values).toEqual([["A", "C:\\"]]);
});

test("any cells that KeePass writes are read back as they were", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', "\\", ",", "\n", "é") });
  const written = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { maxLength: 5 }), (rows) => {
      const text = [keePass, ...rows.map((row) => row.map(written).join(","))].join("\n");
      expect(
        rowsOf(text)
          .slice(1)
          .map(({ cells }) => cells),
      ).toEqual(rows);
    }),
  );
});

test("a row with more cells than there are titles is reported and not imported; empty ones don't count", () => {
  expect(read("name,value\nA,pa,ss\nB,1,\nC,2,,\n")).toEqual({
    values: [
      ["B", "1"],
      ["C", "2"],
    ],
    faults: [
      "line 2: It has more cells than there are titles: a value that contains the separator needs quotation marks around it",
    ],
  });
});

test.each([
  ['A,1\nB,"sec', "line 3: A quotation mark opens in it and none closes it: is the file complete?", [["A", "1"]]],
  [
    'A,1\nB,"sec\nC,2\nD,3\n',
    "line 3: A quotation mark opens in it and none closes it (it was read up to line 6): is the file complete?",
    [["A", "1"]],
  ],
  [
    'A,"ab"cd\nB,1\n',
    "line 2: Text follows a closing quotation mark in it: one within a value must be written twice",
    [["B", "1"]],
  ],
  [
    'A,"sec\nB,1\nC,"2"x\nD,3\n',
    "line 2: Text follows a closing quotation mark in it (it was read up to line 4): one within a value must be written twice",
    [["D", "3"]],
  ],
  ['A, "1"\nB, 2\n', "line 2: A space stands before an opening quotation mark in it: leave it out", [["B", " 2"]]],
  ['"', "line 2: A quotation mark opens in it and none closes it: is the file complete?", []],
])(
  "a row whose quotation marks don't pair is reported, without a part of it, and not imported: %j",
  (rows, fault, values) => expect(read(`name,value\n${rows}`)).toEqual({ values, faults: [fault] }),
);

test("nothing is read under titles whose quotation marks don't pair", () =>
  expect(read('name,"value"x\nA,1\n')).toEqual({
    values: [],
    faults: ["line 1: Text follows a closing quotation mark in it: one within a value must be written twice"],
  }));
