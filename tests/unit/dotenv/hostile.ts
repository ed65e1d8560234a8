import fc from "fast-check";

/**
 * Characters that confuse .env readers: their own syntax, everything that some program treats as a line break or space,
 * bytes that dash uses internally.
 */
const pieces = [
  "'",
  '"',
  "`",
  "\\",
  "$",
  "#",
  "=",
  ":",
  " ",
  "\t",
  "\n",
  "\r",
  "\r\n",
  "\\n",
  "\\r",
  "\\t",
  "\\'",
  '\\"',
  "\\`",
  "\\$",
  "\\0",
  "\\\n",
  "$VAR",
  "${X}",
  "$$",
  "$(id)",
  "!",
  "~",
  "*",
  "%",
  "{",
  "}",
  ";",
  "&",
  "a",
  "B",
  "0",
  "é",
  "😀",
  "한",
  "\nA=b",
  "\nexport X=",
  "export ",
  "\n#",
  " #",
  "'\n",
  '"\n',
  "`\n",
  "\0",
  "\v",
  "\f",
  "\u0081",
  "\u0085",
  "\u0088",
  "\u00a0",
  "\u2028",
  "\u2029",
  "\ufeff",
  "\ud800",
  "\udc00",
];

export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(""));

/** Short values of the few characters that decide about quoting, so that each combination appears. */
const quotingValue = fc.string({
  unit: fc.constantFrom("'", '"', "`", "\\", "$", "\n", "\r", "#", " ", "a", "=", "n"),
  maxLength: 7,
});

export const hostileValue = fc.oneof(hostileText, quotingValue, fc.string({ unit: "grapheme" }));

export type Item = { kind: "value"; value: string } | { kind: "comment"; text: string } | { kind: "blank" };

/** The lines of a document, before they are written in a dialect. */
export const items = (size: { minLength?: number; maxLength: number }): fc.Arbitrary<Item[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: hostileValue.map((value): Item => ({ kind: "value", value })) },
      { weight: 1, arbitrary: hostileText.map((text): Item => ({ kind: "comment", text })) },
      { weight: 1, arbitrary: fc.constant<Item>({ kind: "blank" }) },
    ),
    size,
  );
