import { parseEnv } from "node:util";
import { parse as parseDotenv } from "dotenv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignment, comment, quote, type LineDialect } from "../../../lib/dotenv/serialize";
import { hostileText, hostileValue, items } from "./hostile";
import { nodeReaders, readAsCompose, write } from "./readers";

const dialects: LineDialect[] = ["dotenv", "compose", "shell"];

describe("the chosen form", () => {
  test.each<[value: string, dotenv: string | null, compose: string | null, shell: string | null]>([
    ["", "", "", ""],
    ["postgres://u:p%40@db/app", "postgres://u:p%40@db/app", "postgres://u:p%40@db/app", "postgres://u:p%40@db/app"],
    ["==", "==", "==", "=="],
    [" padded ", "' padded '", "' padded '", "' padded '"],
    ["a#b", "'a#b'", "'a#b'", "'a#b'"],
    ["$HOME ${X} `id` $(id)", "'$HOME ${X} `id` $(id)'", "'$HOME ${X} `id` $(id)'", "'$HOME ${X} `id` $(id)'"],
    ['say "hi"\\n', "'say \"hi\"\\n'", "'say \"hi\"\\n'", "'say \"hi\"\\n'"],
    ["one\nA=b\nexport X=", "'one\nA=b\nexport X='", "'one\nA=b\nexport X='", "'one\nA=b\nexport X='"],
    ["it's", '"it\'s"', '"it\'s"', '"it\'s"'],
    ["it's\n2", '"it\'s\n2"', '"it\'s\\n2"', '"it\'s\n2"'],
    ["it's $5", "`it's $5`", '"it\'s \\$5"', "'it'\\''s $5'"],
    ["'\"\\n", "`'\"\\n`", '"\'\\"\\\\n"', "''\\''\"\\n'"],
    ["'\"`", null, '"\'\\"`"', "''\\''\"`'"],
    ["C:\\Program Files\\", "C:\\Program Files\\", '"C:\\\\Program Files\\\\"', "'C:\\Program Files\\'"],
    ["#\\", null, '"#\\\\"', "'#\\'"],
    [" \\", null, '" \\\\"', "' \\'"],
    ["a\rb", null, '"a\\rb"', "'a\rb'"],
    ["a\0b", null, null, null],
    ["a\ud800b", null, null, null],
  ])("%j is written plainly, in the plainest quotes that hold it, or refused", (value, ...forms) => {
    expect(dialects.map((dialect) => quote(value, dialect))).toEqual(forms);
  });

  test("only what no form can hold is refused", () => {
    fc.assert(
      fc.property(hostileValue, (value) => {
        const noFileHoldsIt = value.includes("\0") || !value.isWellFormed();
        expect(quote(value, "shell") === null).toBe(noFileHoldsIt);
        expect(quote(value, "compose") === null).toBe(noFileHoldsIt);
        if (!noFileHoldsIt && !/[\r`]|\\$/.test(value)) expect(quote(value, "dotenv")).not.toBeNull();
      }),
      { numRuns: 3000 },
    );
  });
});

describe("dotenv", () => {
  test.each(nodeReaders)("%s reads any value back exactly, or it is refused", (_, read) => {
    fc.assert(
      fc.property(hostileValue, (value) => {
        const line = assignment("X", value, "dotenv");
        fc.pre(line !== null);
        expect(read(line)).toEqual({ X: value });
      }),
      { numRuns: 3500 },
    );
  });

  test.each(nodeReaders)(
    "%s reads any document back exactly: no value, comment or blank line disturbs another",
    (_, read) => {
      fc.assert(
        fc.property(items({ maxLength: 12 }), (lines) => {
          const { text, expected } = write(lines, "dotenv");
          expect(read(text)).toEqual(expected);
        }),
        { numRuns: 2000 },
      );
    },
  );

  test("npm dotenv reads on past a quoted value that ends in a backslash, so such a value has no quotes", () => {
    const value = "C:\\temp\\";
    expect(parseDotenv(`X='${value}'\n# don'\nY=1\n`).X).toBe(`${value}'\n# don`);
    for (const [, read] of nodeReaders)
      expect(read(`${assignment("X", value, "dotenv")}\n# don'\nY=1\n`)).toEqual({ X: value, Y: "1" });
  });

  test("no form of a carriage return works for both parsers, so it is refused", () => {
    expect([parseDotenv("X='a\rb'").X, parseEnv("X='a\rb'").X]).toEqual(["a\nb", "ab"]);
    expect([parseDotenv('X="a\\rb"').X, parseEnv('X="a\\rb"').X]).toEqual(["a\rb", "a\\rb"]);
  });

  test("a value of 1 MiB is read back by each reader", () => {
    const value = "it's\n".repeat(2 ** 20 / 5);
    for (const [, read] of nodeReaders)
      expect(read(`${assignment("X", value, "dotenv")}\nY=1\n`)).toEqual({ X: value, Y: "1" });
  });
});

describe("compose", () => {
  test("the model reads compose-go's own examples like compose-go does", () => {
    const examples: [string, string][] = [
      ['escaped\\"bar', 'escaped"bar'],
      ["bar\\n\\ b\\az", "bar\n\\ b\x07z"],
      ["bar\\\\r\\ b", "bar\\r\\ b"],
      ["bar\\nbaz\\\\", "bar\nbaz\\"],
      ["Z\\\\Z\\0123Z", "Z\\ZSZ"],
      ["\\x07", "\\x07"],
      ["\\$X", "$X"],
      ["$$X", "$X"],
      ["$X", "EXPANDED"],
    ];
    for (const [written, value] of examples)
      expect(readAsCompose(`FOO="${written}" # comment\n`)).toEqual({ FOO: value });
    expect(readAsCompose("A='bar#baz' # comment\nexport B='\\n'\nC=123#no\nD='it\\'s'\n")).toEqual({
      A: "bar#baz",
      B: "\\n",
      C: "123#no",
      D: "it's",
    });
  });

  test("any document is read back exactly: no value, comment or blank line disturbs another", () => {
    fc.assert(
      fc.property(items({ maxLength: 12 }), (lines) => {
        const { text, expected } = write(lines, "compose");
        expect(readAsCompose(text)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("names and comments", () => {
  test.each(["", "1A", "A B", "A-B", "A.B", "A=B", "Ä", "A\n", "\nA", "export A", "A\0", "${A}", "A:", "#A", " A"])(
    "%j is refused as a name",
    (name) => {
      for (const dialect of dialects) expect(() => assignment(name, "x", dialect)).toThrow(RangeError);
    },
  );

  test("no name passes that could be read as anything else", () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        fc.pre(!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
        expect(() => assignment(name, "x", "shell")).toThrow(RangeError);
      }),
      { numRuns: 1000 },
    );
  });

  test("an error does not repeat the name, which may be a misplaced secret", () => {
    expect(() => assignment("s3cret!", "x", "dotenv")).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("s3cret") }),
    );
  });

  test.each(["export", "constructor", "toString", "_", "a1"])("%s is an ordinary name", (name) => {
    for (const [, read] of nodeReaders)
      expect(read(`${assignment(name, "x y", "dotenv")}\nZ=1`)).toEqual({ [name]: "x y", Z: "1" });
  });

  test("__proto__, which Node's parsers swallow, is refused only for them", () => {
    expect(dialects.map((dialect) => assignment("__proto__", "x", dialect))).toEqual([
      null,
      "__proto__=x",
      "__proto__=x",
    ]);
  });

  test.each(["\r", "\n", "\r\n", "\v", "\f", "\0", "\x1b", "\x7f", "\u0085", "\u009b", "\u2028", "\u2029"])(
    "%j is removed from a comment",
    (character) => {
      expect(comment(`a${character}B=2`)).toBe(`# a${" ".repeat(character.length)}B=2`);
    },
  );

  test("a comment keeps words of any language", () => {
    expect(comment("Öffi — Zürich (한국) 👩‍💻")).toBe("# Öffi — Zürich (한국) 👩‍💻");
  });

  test("a document has to end with a line feed: parseEnv takes a last comment without one for a variable", () => {
    // Node 20 does, Node 26 does no longer.
    expect([{ "# a": "b" }, {}]).toContainEqual(parseEnv(comment("a=b")));
    expect(parseEnv(`${comment("a=b")}\n`)).toEqual({});
  });

  test("no text breaks out of its comment, for any reader", () => {
    fc.assert(
      fc.property(hostileText, (words) => {
        const text = `A=1\n${comment(words)}\nB=2\n${comment(words)}\n`;
        for (const read of [...nodeReaders.map(([, reader]) => reader), readAsCompose])
          expect(read(text)).toEqual({ A: "1", B: "2" });
      }),
      { numRuns: 3000 },
    );
  });
});
