import { parseEnv } from "node:util";
import dotenv from "dotenv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "@/lib/dotenv/parse";
import { replaceValues } from "@/lib/dotenv/replace-values";

const marker = "svc://Stripe/billing/production";

test.each([
  [`A=${marker}`, "A=x"],
  [`A=${marker}\n`, "A=x\n"],
  [`A="${marker}"\r\nB=2\r\n`, 'A="x"\r\nB=2\r\n'],
  [`\r\n\r\nA='${marker}'\r\n`, "\r\n\r\nA='x'\r\n"],
  [`export  A=\`${marker}\`  # why`, "export  A=`x`  # why"],
  [`  A =  ${marker}   # it's`, "  A =  x   # it's"],
  [`A: ${marker}#no`, "A: x#no"],
  [`B="one\ntwo"\rA=${marker}\rC=3`, `B="one\ntwo"\rA=x\rC=3`],
])("%j becomes %j", (text, wanted) => expect(replaced(text, "x").text).toBe(wanted));

test.each([
  ['"', "a b", '"a b"'],
  ['"', "$a", "'$a'"],
  ['"', "it's", `"it's"`],
  ["'", "it's", `"it's"`],
  ["`", "it's", "`it's`"],
  ["`", "`", "'`'"],
  ['"', "C:\\", "C:\\"],
])("a value between %s keeps them if they can hold the new one, %s", (mark, value, wanted) =>
  expect(replaced(`A=${mark}${marker}${mark}\n`, value).text).toBe(`A=${wanted}\n`),
);

test.each([
  ["\t", "x", "'x'"],
  ["\t# why", "x", "'x'"],
  [" \u00a0", "it's", `"it's"`],
  ["\ufeff#", "C:", "'C:'"],
  ["  # why", "x", "x"],
  ["\r\n", "x", "x"],
])("before %j, which util.parseEnv adds to a value without quotes, %s is written as %s", (after, value, wanted) => {
  expect(replaced(`A=${marker}${after}`, value)).toEqual({ text: `A=${wanted}${after}`, unwritable: [] });
});

test("a value that can't have quotes does not fit before such a blank", () => {
  expect(replaced(`A=${marker}\t\nB=${marker}\n`, "C:\\")).toEqual({
    text: `A=${marker}\t\nB=C:\\\n`,
    unwritable: [1],
  });
});

test("a value that no .env file holds stays a reference, and its line is told", () => {
  expect(replaced(`B=1\nA=${marker}\n`, "a\rb")).toEqual({ text: `B=1\nA=${marker}\n`, unwritable: [2] });
});

const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
const value = fc.oneof(
  fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
  fc.string({ unit: fc.constantFrom("'", '"', "`", "$", "\\", "#", "\n", " ", "=", "a", "{", "}", "é") }),
);
const spelling = fc.constantFrom(
  (name: string) => `${name}=${marker}`,
  (name: string) => `export ${name}="${marker}"`,
  (name: string) => `${name}="${marker}" # it's 'one' \`of\` those`,
  (name: string) => `${name} = '${marker}' # it's "one" \`of\` those`,
  (name: string) => `${name}=\`${marker}\` # it's "one" of those`,
  (name: string) => `${name}=${marker} # plain`,
  (name: string) => `${name}=${marker}\t`,
  (name: string) => `${name}='${marker}' \t\u00a0# why`,
  (name: string) => `${name}=${marker}\ufeff# why`,
);
const lineBreak = fc.constantFrom("\n", "\r\n");

test("any values at the places of references are what npm dotenv and util.parseEnv read", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, fc.option(value), spelling), { selector: ([name]) => name, maxLength: 8 }),
      lineBreak,
      (variables, newline) => {
        const text = variables
          .map(([name, value, spell]) => (value === null ? `${name}="plain # text"` : spell(name)) + newline)
          .join(`${newline}# it's a comment${newline}`);
        const wanted = new Map(variables.map(([name, value]) => [name, value ?? "plain # text"]));
        const lines = parse(text).flatMap((line) => (line.kind === "assignment" ? [line] : []));
        const values = new Map(
          lines.flatMap(({ line, name, value }) => (value === marker ? [[line, wanted.get(name) ?? ""]] : [])) as [
            number,
            string,
          ][],
        );
        const { text: written, unwritable } = replaceValues(text, values);
        const byNode = { ...parseEnv(written) };
        for (const { line, name } of lines)
          if (unwritable.includes(line)) {
            wanted.set(name, marker);
            // It stands there as before, without quotes before any blanks.
            byNode[name] = byNode[name]?.trim();
          }
        expect(dotenv.parse(written)).toEqual(Object.fromEntries(wanted));
        expect(byNode).toEqual(Object.fromEntries(wanted));
      },
    ),
    { numRuns: 2_000 },
  );
});

/** Every reference in the text replaced by the value. */
function replaced(text: string, value: string) {
  const lines = parse(text).flatMap((line) => (line.kind === "assignment" && line.value === marker ? [line.line] : []));
  return replaceValues(text, new Map(lines.map((line) => [line, value])));
}
