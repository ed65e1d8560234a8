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
        for (const { line, name } of lines) if (unwritable.includes(line)) wanted.set(name, marker);
        expect(dotenv.parse(written)).toEqual(Object.fromEntries(wanted));
        expect({ ...parseEnv(written) }).toEqual(Object.fromEntries(wanted));
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
