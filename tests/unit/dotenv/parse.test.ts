import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duplicateNames, parse, type ParsedLine } from "../../../lib/dotenv/parse";
import { hostileText, hostileValue, items } from "./hostile";
import { write } from "./readers";

/** The text's assignments, with the last one of each name; null if a line is invalid. */
function variables(lines: ParsedLine[]): Record<string, string> | null {
  if (lines.some((line) => line.kind === "invalid")) return null;
  return Object.fromEntries(lines.flatMap((line) => (line.kind === "assignment" ? [[line.name, line.value]] : [])));
}

describe("reading", () => {
  test("keeps order, comments, blank lines and line numbers across a value of several lines", () => {
    const text = "# one\n\nA=1\nexport B='x\n# y\nz' # why\n  \n what?\nC=\n";
    expect(parse(text)).toEqual([
      { kind: "comment", line: 1, text: "# one" },
      { kind: "blank", line: 2, text: "" },
      { kind: "assignment", line: 3, name: "A", value: "1", exported: false },
      { kind: "assignment", line: 4, name: "B", value: "x\n# y\nz", exported: true },
      { kind: "blank", line: 7, text: "  " },
      { kind: "invalid", line: 8, text: " what?", message: "Expected NAME=value." },
      { kind: "assignment", line: 9, name: "C", value: "", exported: false },
    ]);
  });

  test.each([
    ["", 0],
    ["\n", 1],
    ["A=1", 1],
    ["A=1\n", 1],
    ["A=1\r\nB=2\r\n", 2],
    ["A=1\rB=2", 2],
    ["A=1\n\n", 2],
  ])("%j is %i lines", (text, count) => {
    expect(parse(text)).toHaveLength(count);
  });

  test.each([
    ["A = x y # z", "x y"],
    ["A=x#y", "x"],
    ["A=#y", ""],
    ["A: x", "x"],
    ["A:  'x' ", "x"],
    ["\ufeffA=x", "x"],
    ["\tA\t=\tx\t", "x"],
    ["A=it's", "it's"],
    ["A='a\\nb'", "a\\nb"],
    ['A="a\\nb\\rc\\td"', "a\nb\rc\\td"],
    ["A=`'\"`#c", "'\""],
    ["A='it\\'s'", "it\\'s"],
    ['A="a # b" # c', "a # b"],
    ["A='x\\'\nB='y'", "x\\"],
    ["A='x\\' #\n'", "x\\' #\n"],
    ["A=''", ""],
    ["A='\r\n'", "\n"],
    ["A=x\\", "x\\"],
    ["A=a=b", "a=b"],
  ])("%j gives A the same value as npm dotenv", (text, value) => {
    expect(parseDotenv(text).A).toBe(value);
    expect(parse(text)[0]).toMatchObject({ kind: "assignment", name: "A", value });
  });

  test.each([
    ["export A=1", "A", true],
    ["export\tA=1", "A", true],
    ["export=1", "export", false],
    ["export = 1", "export", false],
    ["exportA=1", "exportA", false],
    ["export export=1", "export", true],
  ])("%j assigns %s", (text, name, exported) => {
    expect(parse(text)).toEqual([{ kind: "assignment", line: 1, name, value: "1", exported }]);
    expect(parseDotenv(text)).toEqual({ [name]: "1" });
  });
});

describe("agreement with npm dotenv", () => {
  test("every document that we write reads the same", () => {
    fc.assert(
      fc.property(items({ maxLength: 12 }), (lines) => {
        const { text, expected } = write(lines, "dotenv");
        expect(variables(parse(text))).toEqual(expected);
        expect(parse(text).filter((line) => line.kind === "comment")).toHaveLength(
          lines.filter((line) => line.kind === "comment").length,
        );
      }),
      { numRuns: 3000 },
    );
  });

  const blank = fc.constantFrom("", "", " ", "\t", "\u00a0");
  const assigned = fc
    .tuple(
      blank,
      fc.constantFrom("", "", "export ", "export\t"),
      fc.constantFrom("A", "B", "export", "_c1"),
      blank,
      fc.constantFrom("=", "=", "=", ": "),
      blank,
      fc.constantFrom("", "'", '"', "`"),
      hostileValue,
      fc.boolean(),
      blank,
      fc.constantFrom("", "", "#", " # '", "x"),
    )
    .map(
      ([before, exports, name, between, assign, after, quote, value, closed, trailing, end]) =>
        before +
        exports +
        name +
        (assign === "=" ? between : "") +
        assign +
        after +
        quote +
        value +
        (closed ? quote : "") +
        trailing +
        end,
    );
  const text = fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: assigned },
          { weight: 1, arbitrary: hostileText.map((words) => `# ${words}`) },
        ),
        { maxLength: 4 },
      ),
      fc.constantFrom("\n", "\r\n", "\n\n"),
    )
    .map(([lines, lineBreak]) => lines.join(lineBreak));

  test("any text without an invalid line reads the same", () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: hostileText }), (written) => {
        const read = variables(parse(written));
        fc.pre(read !== null);
        expect(parseDotenv(written)).toEqual(read);
      }),
      { numRuns: 6000 },
    );
  });

  test.each([
    ["A-B=1", { "A-B": "1" }],
    ["1A=1", { "1A": "1" }],
    ["A='x", { A: "'x" }],
    ["A='x' y", { A: "'x' y" }],
    ["A\n=1", { A: "1" }],
    ["export\nA=1", { A: "1" }],
    ["A=\n'x'", { A: "x" }],
    ["A:\nB=1", { A: "B=1" }],
    ["# a\u2028B=1", { B: "1" }],
    ["A='x' #\u2029B=1", { A: "x", B: "1" }],
    ["A=x\u2028B=1", { A: "x\u2028B=1" }],
    ["A='x\\'\nB=\"y'\u2028z\"", { A: "x\\'\nB=\"y" }],
    ["A", {}],
    ["=1", {}],
    ["A 1", {}],
    ["A:1", {}],
  ])("%j deliberately has an invalid line where npm dotenv guesses or is silent", (written, guess) => {
    expect(parseDotenv(written)).toEqual(guess);
    expect(parse(written).filter((line) => line.kind === "invalid")).not.toEqual([]);
  });

  test("__proto__ is read, though npm dotenv loses it", () => {
    expect(parse("__proto__=x")).toEqual([
      { kind: "assignment", line: 1, name: "__proto__", value: "x", exported: false },
    ]);
  });
});

describe("any text", () => {
  test("each line appears once, in order, and a line that is not an assignment keeps its text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("A", "=", "'", '"', "\\", "\n", " ", "#"), maxLength: 40 }),
        (text) => {
          const physical = text.split("\n");
          let last = 0;
          for (const parsed of parse(text)) {
            expect(parsed.line).toBeGreaterThan(last);
            last = parsed.line;
            if (parsed.kind !== "assignment") expect(parsed.text).toBe(physical[parsed.line - 1]);
            else expect(physical[parsed.line - 1]).toContain(parsed.name);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

test("duplicate names are listed once each, in the order of their repetition", () => {
  expect(duplicateNames(parse("A=1\nB=1\n# C=1\nC=1\nexport B=2\nA=2\nA=3\n__proto__=1\nconstructor=1"))).toEqual([
    "B",
    "A",
  ]);
});

test("comments and blank lines are not duplicate names", () => {
  expect(duplicateNames(parse("# a\n# b\n\n\nA=1\n"))).toEqual([]);
});

test.each([
  ["=1", "Expected NAME=value."],
  ["A! x", "Expected NAME=value."],
  ["A, x", "Expected NAME=value."],
  ["1A=x", "A name is letters, digits and underscores, and does not start with a digit."],
  ["A='x", "The opening ' has no closing ' at the end of a line."],
  ['A="x" y', 'The opening " has no closing " at the end of a line.'],
  ["A=x\u2028", "U+2028 and U+2029 belong inside quotes: readers disagree on whether they end a line."],
])("%j gets a message that says what is expected", (text, message) => {
  expect(parse(text)).toEqual([{ kind: "invalid", line: 1, text, message }]);
});
