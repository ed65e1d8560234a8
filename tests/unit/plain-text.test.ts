import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { knownName, name, note } from "@/lib/contracts/primitives";
import {
  isPlainLine,
  isStorable,
  isVisible,
  plainJson,
  plainLine,
  plainName,
  plainText,
  storable,
} from "@/lib/plain-text";

/** Every control character, line separators, and characters that change the direction of writing. */
const disturbing = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
  0x2028,
  0x2029,
  0x202a,
  0x202b,
  0x202c,
  0x202d,
  0x202e,
  0x2066,
  0x2067,
  0x2068,
  0x2069,
].map((code) => String.fromCharCode(code));

test("characters that control a terminal, break a line or change the direction of writing are shown as question marks", () => {
  for (const character of disturbing)
    expect([
      isPlainLine(`a${character}b`),
      plainLine(`a${character}b`),
      plainName(`a${character}b${character}`),
    ]).toEqual([false, "a?b", "a b"]);
  expect(plainLine("x\u001b]0;title\u0007\u001b[2J\nadmin@example.com")).toBe("x?]0;title??[2J?admin@example.com");
});

test("other text is unchanged: scripts, emoji of several parts, joiners", () => {
  for (const text of ["Ada", "Zoë e\u0301", "שלום", "नमस्ते", "👩\u200d💻", "می\u200cخواهم", "🏴\u{e0067}\u{e0062}"])
    expect([isPlainLine(text), plainLine(text), plainText(text), plainName(text)]).toEqual([true, text, text, text]);
});

test("a text of several lines keeps its line breaks and tabs, and no other carriage return", () => {
  expect(plainText("a\tb\r\nc\n\u001b[2Jd\re")).toBe("a\tb\r\nc\n?[2Jd?e");
});

test("JSON has the same meaning and contains none of them", () => {
  const value = { name: disturbing.join("") };
  for (const space of [0, 2]) {
    const json = plainJson(JSON.stringify(value, null, space));
    expect(JSON.parse(json)).toEqual(value);
    expect(isPlainLine(json.replaceAll("\n", ""))).toBe(true);
  }
});

test("names refuse all of them, notes all control characters except line breaks and tabs", () => {
  for (const character of disturbing) {
    expect(name().safeParse(`a${character}b`).success).toBe(false);
    expect([character.charCodeAt(0), note().safeParse(`a${character}b`).success]).toEqual([
      character.charCodeAt(0),
      /[\t\n\r]|[^\p{Cc}]/u.test(character),
    ]);
  }
});

test("no contract accepts a name, service or account with an escape sequence", () => {
  const named = contracts.flatMap((contract) =>
    Object.entries(contract.body?.shape ?? {})
      .filter(([field]) => /^(name|service|accountName)$/.test(field))
      .map(([field, schema]) => ({ id: contract.id, field, taken: schema.safeParse("a\u001b[2Jb").success })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ taken }) => taken)).toEqual([]);
});

/** Characters that are drawn as nothing: spaces, joiners, marks, fillers, variation selectors, tags. */
const invisible = [
  ...["\u00a0", "\u00ad", "\u034f", "\u061c", "\u115f", "\u17b4", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e"],
  ...["\u2060", "\u2061", "\u2800", "\u3000", "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\u{e0041}"],
];

test("a name of which nothing can be seen is refused like an empty one, and what exists can still be named", () => {
  for (const character of invisible) {
    const text = `${character}\u200b ${character}`;
    expect([text, isVisible(text)]).toEqual([text, false]);
    expect(name().safeParse(text).error?.issues).toMatchObject([{ message: "must not be empty" }]);
    expect(knownName().safeParse(text).success).toBe(true);
    expect(name().safeParse(`${character}a`).success).toBe(true);
  }
  expect(name().safeParse(" ").error?.issues).toMatchObject([{ message: "must not be empty" }]);
  for (const text of ["é", "👩\u200d💻", "می\u200cخواهم", "नमस्ते", "-", "…"])
    expect(name().safeParse(text).success).toBe(true);
});

test("no contract accepts an invisible name for anything new", () => {
  const named = contracts.flatMap((contract) =>
    Object.entries(contract.body?.shape ?? {})
      .filter(([field]) => /^(name|service|accountName|to)$/.test(field))
      .map(([field, schema]) => ({ id: contract.id, field, taken: schema.safeParse("\u200b").success })),
  );
  // The one repeats the name of the team, as a confirmation; the other may send back the member's, and it is ignored.
  expect(named.filter(({ taken }) => taken).map(({ id, field }) => [id, field])).toEqual([
    ["deleteTeam", "name"],
    ["updateMember", "name"],
  ]);
});

test.each([
  ["Ada 😀", "Ada 😀"],
  ["", ""],
  ["a\0b\0", "a\ufffdb\ufffd"],
  ["\ud83d", "\ufffd"],
  ["\ude00\ud83d\0", "\ufffd\ufffd\ufffd"],
])("what no database stores is replaced in %j", (given, stored) => {
  expect([storable(given), isStorable(given), isStorable(stored)]).toEqual([stored, given === stored, true]);
});
