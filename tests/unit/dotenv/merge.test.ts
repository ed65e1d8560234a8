import { parseEnv } from "node:util";
import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeDotenv } from "@/lib/dotenv/merge";
import { hostileText, hostileValue } from "./hostile";

const from = (variables: Record<string, string>, source = "Stripe — billing") => [
  { source, variables: Object.entries(variables) },
];

describe("variables put into .env text", () => {
  test("are added at its end below a comment; an empty text needs no empty line", () => {
    expect(mergeDotenv("A=1\n", from({ B: "two words" }))).toEqual({
      text: "A=1\n# Stripe — billing\nB='two words'\n",
      unwritable: [],
    });
    expect(mergeDotenv("A=1", from({ B: "2" }))?.text).toBe("A=1\n# Stripe — billing\nB=2\n");
    expect(mergeDotenv("", from({ B: "2" }))?.text).toBe("# Stripe — billing\nB=2\n");
  });

  test("replace the same name where it was set last, and keep its export and line end", () => {
    expect(mergeDotenv("# mine\r\nexport A=1\r\nB=2 # why\r\nA=3\r\n", from({ B: "x" }))?.text).toBe(
      "# mine\r\nexport A=1\r\nB=x\r\nA=3\r\n",
    );
    expect(mergeDotenv("A=1\nA=\n", from({ A: "new" }))?.text).toBe("A=1\nA=new\n");
    expect(mergeDotenv("export A=1\n", from({ A: "new" }))?.text).toBe("export A=new\n");
  });

  test("replace a value of several lines completely, and leave everything around it unchanged, byte for byte", () => {
    expect(mergeDotenv("X=1\nA='one\ntwo\n# three'\n\n  # end\nbad line\n", from({ A: "1", B: "2" }))?.text).toBe(
      "X=1\nA=1\n\n  # end\nbad line\n# Stripe — billing\nB=2\n",
    );
  });

  test("find their own lines even after a value of several lines before them became one", () => {
    expect(mergeDotenv("A='one\ntwo\nthree'\nB=3\nC=4\n", from({ A: "1", B: "2" }))?.text).toBe("A=1\nB=2\nC=4\n");
  });

  test("start on their own line, even if the last one is not ended", () => {
    expect(mergeDotenv("A=1\nC=2", from({ B: "2" }))?.text).toBe("A=1\nC=2\n# Stripe — billing\nB=2\n");
    expect(mergeDotenv("A=1\nC=2", from({ C: "3" }))?.text).toBe("A=1\nC=3");
  });

  test("count with the first value of a name", () => {
    expect(mergeDotenv("", [...from({ A: "first" }), ...from({ A: "second" }, "other")])?.text).toBe(
      "# Stripe — billing\nA=first\n",
    );
  });

  test("become a comment with their name if no .env can hold them", () => {
    expect(mergeDotenv("A=old\n", from({ A: "a\0b", "bad name": "x" }))).toEqual({
      text: "A=old\n# Stripe — billing\n# skipped: A holds characters that a .env file can't\n",
      unwritable: ["A"],
    });
  });

  test("are refused if an open quote would swallow them", () => {
    expect(mergeDotenv("A='never closed\n", from({ B: "\nnext line" }))).toBeNull();
  });

  const lines = fc.constantFrom(
    "A=1",
    "export B='two\nlines'",
    "# note",
    "",
    'C="x"',
    "bad line",
    "D=`\n`",
    "A=again # why",
    "E=",
    "  F = 1  ",
  );
  const texts = fc
    .array(fc.tuple(lines, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 8 })
    .map((rows) => rows.flat().join(""));
  const names = fc.oneof(fc.constantFrom("A", "B", "C", "NEW"), hostileText);
  const fillings = fc.array(
    fc.record({ source: hostileText, variables: fc.array(fc.tuple(names, hostileValue), { maxLength: 4 }) }),
    { maxLength: 4 },
  );

  test("with any names, values and sources: readers find the old and the new variables, and nothing else", () => {
    fc.assert(
      fc.property(texts, fillings, (text, given) => {
        const merged = mergeDotenv(text, given);
        // None of these texts has an open quote.
        expect(merged).not.toBeNull();
        const wanted: Record<string, string> = {};
        for (const [name, value] of given.flatMap(({ variables }) => variables))
          if (/^[A-Za-z_]\w*$/.test(name) && !Object.hasOwn(wanted, name)) wanted[name] = value;
        for (const name of merged?.unwritable ?? []) delete wanted[name];
        expect(parseDotenv(merged?.text ?? "")).toEqual({ ...parseDotenv(text), ...wanted });
        // parseEnv reads the surrounding text differently (a lone CR, spaces), so it gets only the written lines.
        expect({ ...parseEnv(mergeDotenv("", given)?.text ?? "") }).toEqual(wanted);
      }),
      { numRuns: 3000 },
    );
  });
});
