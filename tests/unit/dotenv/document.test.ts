import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Dialect, type Item as DocumentItem, serialize } from "../../../lib/dotenv/document";
import { assignment, quote } from "../../../lib/dotenv/serialize";
import { type Item, items } from "./hostile";
import { readAsDocker, readAsGithub } from "./model-readers";
import { readAsCompose } from "./readers";

const dialects: Dialect[] = ["dotenv", "next", "compose", "docker", "shell", "json", "github"];
const refusedOf = (name: string, value = "x") =>
  dialects.filter((dialect) => serialize([{ name, value }], dialect).refused.length > 0);

/** The items as an export names them: TEST_0, TEST_1, … */
const named = (list: Item[]): DocumentItem[] =>
  list.map((item, index) =>
    item.kind === "value"
      ? { name: `TEST_${index}`, value: item.value }
      : { comment: item.kind === "comment" ? item.text : "" },
  );

describe("a document", () => {
  const readers: [Dialect, (text: string) => object][] = [
    ["compose", readAsCompose],
    ["docker", readAsDocker],
    ["json", (text) => JSON.parse(text) as object],
    ["github", (text) => readAsGithub(text, "linux")],
    ["github", (text) => readAsGithub(text, "windows")],
  ];

  test.each(readers)("in %s holds each value exactly, or lists it as refused", (dialect, read) => {
    fc.assert(
      fc.property(items({ maxLength: 12 }).map(named), (document) => {
        const { text, refused } = serialize(document, dialect);
        const held = document.flatMap((item) =>
          "name" in item && !refused.includes(item.name) ? [[item.name, item.value] as const] : [],
        );
        expect(read(text)).toEqual(Object.fromEntries(held));
      }),
      { numRuns: 500 },
    );
  });

  const document: DocumentItem[] = [
    { comment: "Stripe" },
    { name: "A", value: "1" },
    { name: "B", value: "a\0" },
    { name: "C", value: "two words" },
  ];

  test("keeps its order, and says in a comment what was left out and why", () => {
    const skipped = (dialect: Dialect) =>
      `# skipped: B holds characters that the format ${dialect} can't, or is a name of its reader's own\n`;
    for (const [dialect, line] of [
      ["dotenv", "C='two words'\n"],
      ["next", "C='two words'\n"],
      ["compose", "C='two words'\n"],
      ["docker", "C=two words\n"],
      ["shell", "C='two words'\n"],
    ] as const) {
      expect(serialize(document, dialect)).toEqual({
        text: `# Stripe\nA=1\n${skipped(dialect)}${line}`,
        refused: ["B"],
      });
    }
  });

  test("in JSON and for GitHub has no comments, and only lists what was left out", () => {
    expect(serialize(document, "json")).toEqual({
      text: '{\n  "A": "1",\n  "B": "a\\u0000",\n  "C": "two words"\n}\n',
      refused: [],
    });
    const { text, refused } = serialize(document, "github");
    expect([text.replace(/svc_end_[0-9a-f]{32}/g, "END"), refused]).toEqual([
      "A<<END\n1\nEND\nC<<END\ntwo words\nEND\n",
      ["B"],
    ]);
  });

  test("of nothing is an empty text, or an empty object", () => {
    expect(dialects.map((dialect) => serialize([], dialect))).toEqual(
      dialects.map((dialect) => ({ text: dialect === "json" ? "{}\n" : "", refused: [] })),
    );
  });

  test.each(["", "1A", "A B", "A=B", "A\n"])(
    "refuses %j as a name in every dialect, with a message that does not repeat it",
    (name) => {
      for (const dialect of dialects)
        expect(() => serialize([{ name, value: "x" }], dialect)).toThrow(
          expect.objectContaining({
            name: "RangeError",
            message: "Not a variable name: letters, digits and underscores, no digit first.",
          }),
        );
    },
  );
});

describe("values that no form holds", () => {
  test("NUL, except in JSON; a lone surrogate everywhere", () => {
    expect(refusedOf("A", "a\0")).toEqual(dialects.filter((dialect) => dialect !== "json"));
    expect(refusedOf("A", "a\ud800")).toEqual(dialects);
    expect(refusedOf("A", "a")).toEqual([]);
  });

  test("a carriage return at the end, if the reader treats it as part of the line break", () => {
    expect(refusedOf("A", "a\r")).toEqual(["dotenv", "docker", "github"]);
    expect(refusedOf("A", "a\rb")).toEqual(["dotenv"]);
    expect(refusedOf("A", "a\nb")).toEqual(["docker"]);
  });
});

describe("names that belong to their readers", () => {
  test.each([
    ["__proto__", ["dotenv", "next"]],
    ["constructor", ["next"]],
    ["toString", ["next"]],
    ["NODE_OPTIONS", ["github"]],
    ["node_options", ["github"]],
    ["GITHUB_TOKEN", ["github"]],
    ["github_token", ["github"]],
    ["RUNNER_TEMP", ["github"]],
    ["GITHUB_", ["github"]],
    ["MY_GITHUB_TOKEN", []],
    ["NODE_OPTIONS_", []],
    ["XNODE_OPTIONS", []],
    ["GITHUB", []],
  ])("%s is refused for %j", (name, refused) => {
    expect(refusedOf(name)).toEqual(refused);
  });

  const own = [
    "_",
    "BASH_ENV",
    "BASH",
    "BASHOPTS",
    "COMP_WORDBREAKS",
    "DIRSTACK",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "EUID",
    "UID",
    "FUNCNAME",
    "GROUPS",
    "HISTCMD",
    "LINENO",
    "OPTIND",
    "PIPESTATUS",
    "PPID",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "SHELLOPTS",
    "SHLVL",
  ];
  test.each(own)("a shell reserves %s", (name) => {
    expect(refusedOf(name)).toEqual(["shell"]);
  });

  test.each([
    "_A",
    "A_",
    "MYBASH",
    "XCOMP_WORDBREAKS",
    "EPOCH",
    "XUID",
    "UIDS",
    "PPIDS",
    "EPOCHSECONDSX",
    "XRANDOM",
    "SHLVL_",
  ])("%s is not reserved", (name) => {
    expect(refusedOf(name)).toEqual([]);
  });
});

describe("for Next, which expands $ in any quotes", () => {
  test.each<[value: string, form: string | null]>([
    ["", ""],
    ["a-b", "a-b"],
    ["$HOME and ${X}", "'\\$HOME and \\${X}'"],
    ["\\$", "'\\\\$'"],
    ["two\nlines", "'two\nlines'"],
    ["two\r\nlines", '"two\\r\nlines"'],
    ["$a\rb", '"\\$a\\rb"'],
    ['"\r', null],
    ["\\n\r", null],
    ["\\r\r", null],
    ["\r\\", null],
    ["\\x\r", '"\\x\\r"'],
    ["C:\\temp\\", "C:\\temp\\"],
    ["C:\\$x\\", "C:\\\\$x\\"],
    ["two words\\", "two words\\"],
    [" \\", null],
    ["#\\", null],
    ["it's", '"it\'s"'],
    ["it's $5", '"it\'s \\$5"'],
    ['it\'s "5"', '`it\'s "5"`'],
    ["it's \\n $5", "`it's \\n \\$5`"],
    ["it's \\r", "`it's \\r`"],
    ["it's \\t", '"it\'s \\t"'],
    ["'\"`", null],
    ["'`", '"\'`"'],
  ])("%j", (value, form) => {
    expect(quote(value, "next")).toBe(form);
  });
});

describe("for Docker, which does not support quotes", () => {
  test.each<[value: string, form: string | null]>([
    [" 'quoted' ", " 'quoted' "],
    ["$HOME # x", "$HOME # x"],
    ["a\rb", "a\rb"],
    ["a\n", null],
    ["a\r", null],
    ["", ""],
  ])("%j", (value, form) => {
    expect(quote(value, "docker")).toBe(form);
  });

  test("a line fits into its reader's buffer, counted in bytes with its line break", () => {
    const fits = "x".repeat(64 * 1024 - 3);
    expect(assignment("X", fits, "docker")).toBe(`X=${fits}`);
    for (const beyond of [`${fits}x`, `é${fits.slice(1)}`]) expect(assignment("X", beyond, "docker")).toBeNull();
    expect(assignment("X", `${fits}x`, "dotenv")).toBe(`X=${fits}x`);
  });
});

test("a GitHub delimiter is new each time, so that no value can predict it and set a variable itself", () => {
  const delimiters = Array.from(
    { length: 100 },
    () => /^X<<(svc_end_[0-9a-f]{32})\na\n\1\n$/.exec(serialize([{ name: "X", value: "a" }], "github").text)?.[1],
  );
  expect(delimiters).not.toContain(undefined);
  expect(new Set(delimiters).size).toBe(100);
});
