import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unreadReferencesIn } from "@/lib/dotenv/assignments";
import { findReferences } from "@/lib/dotenv/find-references";
import { isReference } from "@/lib/dotenv/reference";
import { replaceValues } from "@/lib/dotenv/replace-values";

const reference = "svc://Stripe/read/-";
const unread = (text: string) => unreadReferencesIn(text).map(({ line, name }) => `${line} ${name}`);

/** The names of references that npm dotenv still reads once those that are assignments here have their values. */
function leftOver(text: string): string[] {
  const values = new Map(findReferences(text).map(({ line }) => [line, "v"]));
  const resolved = replaceValues(text, values).text;
  return [parseDotenv(resolved), parseDotenv(resolved, { fast: true })].flatMap((read) =>
    Object.entries(read).flatMap(([name, value]) => (isReference(value) ? [name] : [])),
  );
}

test.each([
  [`A\n=${reference}\n`, "2 A"],
  [`my.a\n\n = ${reference}\n`, "3 my.a"],
  [`A=\n'${reference}'\n`, "2 A"],
  [`my.a=\n\n\t"${reference}"\n`, "3 my.a"],
  [`A\n=\n\`${reference}\`\n`, "3 A"],
  [`my.a:\n${reference}\n`, "2 my.a"],
  [`export my.a=\u2028'${reference}'\n`, "1 my.a"],
])("npm dotenv reads a reference beyond the end of a line in %j", (text, wanted) => {
  expect(leftOver(text)).not.toEqual([]);
  expect(unread(text)).toEqual([wanted]);
});

test.each([
  `A=\n${reference}\n`,
  `my.a=' ${reference}' x\n`,
  `my.a\n# b\n=${reference}\n`,
  `B=1\n=${reference}\n`,
  `two words\n=${reference}\n`,
])("nobody reads one in %j", (text) => {
  expect(leftOver(text)).toEqual([]);
  expect(unread(text)).toEqual([]);
});

test("of any text, npm dotenv reads no reference that is neither resolved nor refused", () => {
  const pieces = [
    "A",
    "my.b",
    "1",
    "=",
    "=",
    ":",
    " ",
    "\n",
    "\n",
    "'",
    '"',
    "`",
    "#",
    "export ",
    "\t",
    "\u2028",
    "\ufeff",
    "x",
    "\\",
  ];
  const text = fc
    .array(
      fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.constant(reference) }),
      {
        maxLength: 14,
      },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (written) => {
      fc.pre(written.includes(reference) && unreadReferencesIn(written).length === 0);
      expect(leftOver(written)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});
