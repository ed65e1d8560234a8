import fc from "fast-check";
import { expect, test } from "vitest";
import { readImport } from "@/lib/import";
import { parseJson, readWritten, writeWritten } from "../../../lib/import/json";

const read = (text: string) => {
  const { entries, faults } = readImport(text, { project: "mine" });
  return {
    values: Object.fromEntries(entries.map(({ category, value }) => [category, value])),
    faults: faults.map(({ where, message }) => `${where}: ${message}`),
  };
};

test("a number is imported as it is written, in an object, a list and a store's secret too", () => {
  const numbers = '{"BIG":12345678901234567890,"DECIMAL":1.10,"HUGE":1e400,"LESS":-0,"USUAL":-1.5}';
  expect(read(numbers)).toEqual({
    values: { BIG: "12345678901234567890", DECIMAL: "1.10", HUGE: "1e400", LESS: "-0", USUAL: "-1.5" },
    faults: [],
  });
  expect(read('{"db":{"id":12345678901234567890,"deep":{"a":[1.10, 1e400 , "1.10"]}}}').values).toEqual({
    db: '{"ID":"12345678901234567890","DEEP":"{\\"a\\":[1.10,1e400,\\"1.10\\"]}"}',
  });
  expect(read(JSON.stringify({ ARN: "arn:aws:x", Name: "s", SecretString: '{"A": 1.10}' })).values).toEqual({
    A: "1.10",
  });
});

test("a name that an object has twice with different values is reported, and the last one counts", () => {
  const told = "It is given more than once, with different values: the last one counts";
  expect(read('{"A":"1","B":"x","\\u0041":"2","B":"x"}')).toEqual({
    values: { A: "2", B: "x" },
    faults: [`A: ${told}`],
  });
  expect(read('{"db":{"user":"ada","user":"bob"}}')).toEqual({
    values: { db: '{"USER":"bob"}' },
    faults: [`user: ${told}`],
  });
  expect(read(JSON.stringify({ ARN: "arn:aws:x", Name: "s", SecretString: '{"A":"1","A":"2"}' }))).toEqual({
    values: { A: "2" },
    faults: [`s, A: ${told}`],
  });
});

test.each(["db", "format"])("JSON that is nested too deeply is reported: %s", (name) => {
  const deep = `{"${name}":"svc-everything","entries":[{"value":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}]}`;
  expect(read(deep)).toEqual({ values: {}, faults: ["the file: It is nested too deeply"] });
  expect(read(`${deep.replace("db", "format")}\n`.repeat(2)).values).toEqual({});
});

test("any JSON is read as JavaScript reads it, and written as JavaScript writes it", () => {
  const spaced = fc.tuple(fc.json(), fc.constantFrom(0, 1, "\t")).map(([text, indent]) => {
    return JSON.stringify(JSON.parse(text), null, indent);
  });
  fc.assert(
    fc.property(spaced, (text) => {
      const value = readWritten(text, () => expect.unreachable());
      expect(value).toEqual(JSON.parse(text));
      expect(writeWritten(value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
  const proto = '{"__proto__":{"a":1},"b":[{},[]," \\" ]} "]}';
  expect(writeWritten(readWritten(proto, () => undefined))).toBe(JSON.stringify(parseJson(proto)));
});
