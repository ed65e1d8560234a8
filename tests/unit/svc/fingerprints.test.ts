import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fingerprints } from "../../../packages/svc/src/scan/fingerprints";
import { hunksOf } from "../../../packages/svc/src/scan/staged";

const found = (value: string, text: string) => {
  const fingerprints = new Fingerprints();
  fingerprints.add(value, "X");
  return fingerprints.find(Buffer.from(text));
};

describe("fingerprints", () => {
  test("find any value of 8 bytes or more anywhere in any text, with its first line", () => {
    const value = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(value, fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (secret, before, after) => {
        fc.pre(!`${before}${secret}`.slice(0, -1).includes(secret));
        expect(found(secret, `${before}\n${secret}${after}`)[0]).toMatchObject({ label: "X" });
        expect(found(secret, `1\n2\n-${secret}-`)).toEqual([{ line: 3, label: "X" }]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("find nothing in a text without it", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, unit: fc.constantFrom("a", "b") }),
        fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 }),
        (secret, text) => {
          expect(found(secret, text).length).toBe(text.includes(secret) ? 1 : 0);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  const key = "-----BEGIN PRIVATE KEY-----\nbm90IGEgcmVhbCBrZXksIGp1c3QgdGV4dA==\n-----END PRIVATE KEY-----\n";
  test.each([
    ["inside JSON", 'two\nlines\tand "quotes"', JSON.stringify({ a: 'two\nlines\tand "quotes"' })],
    ["inside a URL", "p@ss/word?x=1", `https://u:${encodeURIComponent("p@ss/word?x=1")}@db`],
    ["in base64", "not-a-real-password", `data: ${Buffer.from("not-a-real-password").toString("base64")}`],
    ["in base64url", "not?a>real~password", `data: ${Buffer.from("not?a>real~password").toString("base64url")}`],
    ["as a line of a text of several, indented", key, "  key: |\n    bm90IGEgcmVhbCBrZXksIGp1c3QgdGV4dA==\n"],
    ["without its last line break", key, JSON.stringify(key.trim())],
  ])("find a value %s", (_, value, text) => {
    expect(found(value, text)).toMatchObject([{ label: "X" }]);
  });

  test("ignore short values and PEM headers, which appear in files for other reasons", () => {
    expect(found("true", "true true")).toEqual([]);
    expect(found(key, "-----BEGIN PRIVATE KEY-----\n")).toEqual([]);
  });

  test("do not contain the values themselves", () => {
    const fingerprints = new Fingerprints();
    fingerprints.add("not-a-real-password", "X");
    const kept: unknown[] = [];
    JSON.stringify(
      fingerprints,
      (_, part: unknown) => (
        kept.push(part instanceof Map ? [...part.entries()].flat() : part instanceof Set ? [...part] : part),
        part instanceof Map || part instanceof Set ? [...part] : part
      ),
    );
    expect(JSON.stringify(kept)).not.toContain("not-a-real");
  });
});

test("added lines of a diff are read by file and line, and content that looks like a header is content", () => {
  const diff = [
    "diff --git a/x.txt b/x.txt",
    "--- a/x.txt",
    "+++ b/x.txt",
    "@@ -0,0 +1,2 @@",
    "+++ b/not-a-file",
    "+@@ -1 +1 @@",
    "@@ -9 +12 @@ section",
    "-old",
    "+new",
    "diff --git a/gone b/gone",
    "--- a/gone",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-gone",
    "",
  ].join("\n");
  expect(hunksOf(diff).filter(({ file }) => file !== null)).toEqual([
    { file: "x.txt", firstLine: 1, text: "++ b/not-a-file\n@@ -1 +1 @@\n" },
    { file: "x.txt", firstLine: 12, text: "new\n" },
  ]);
});

test("lines around a change are skipped and counted; text outside hunks, or that breaks one, is read completely", () => {
  const diff = [
    "a message",
    "\\ odd",
    "+++ b/a file\t",
    "@@ -4,5 +4,7 @@",
    " same",
    "",
    "-old",
    "\\ No newline at end of file",
    "+new",
    "+newer",
    " same",
    "+last",
    " same",
    "@@ -90,9 +91,9 @@",
    "+added",
    "no diff any more",
    "-gone too",
    "@@@ -1,2 -1,2 +1,3 @@@",
    "++merged",
  ].join("\n");
  expect(hunksOf(diff)).toEqual([
    { file: null, firstLine: 1, text: "a message\n\\ odd\n+++ b/a file\t\n" },
    { file: "a file", firstLine: 6, text: "new\nnewer\n" },
    { file: "a file", firstLine: 9, text: "last\n" },
    { file: "a file", firstLine: 91, text: "added\n" },
    { file: null, firstLine: 16, text: "no diff any more\n-gone too\n@@@ -1,2 -1,2 +1,3 @@@\n++merged\n" },
  ]);
  const text = fc
    .array(fc.constantFrom("+a", "-b", " c", "@@ d", "\\ e", ""), { minLength: 1 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, (whole) => {
      expect(hunksOf(whole)).toEqual([{ file: null, firstLine: 1, text: `${whole}\n` }]);
    }),
  );
});
