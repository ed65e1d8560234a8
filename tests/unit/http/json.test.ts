import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { AppError, detailsOf } from "@/lib/errors";
import { parseJson } from "@/lib/http/request/json";

const parse = (text: string) => parseJson(Buffer.from(text, "utf8"));

function refusalOf(bytes: Uint8Array | string): AppError {
  try {
    parseJson(typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("accepted");
}

describe("bodies", () => {
  test("any JSON is read like JSON.parse reads it", () => {
    const value = fc.jsonValue({ maxDepth: 8, stringUnit: "binary" });
    fc.assert(
      fc.property(value, (body) => {
        const text = JSON.stringify(body);
        fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['{"a":1,"b":2,"a":1}', "a"],
    ['{"a":{"b":[{"c":1,"\\u0063" :2}]}}', "c"],
    ['{"" :1,"":2}', ""],
    ['[{"x":"\\\\","y":"}\\"","y":0}]', "y"],
    ['{"a\\"":1,"a\\""\n:1}', 'a"'],
  ])("a repeated name in an object is refused, however it is written: %s", (text, name) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(refusalOf(text)).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: name, message: "is given more than once" }],
    });
  });

  test.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"a","b":"a","c":["a","a"]}',
    '{"a":":","b":"\\":","c":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":1,"A":2,"a ":3}',
  ])("a name may appear again elsewhere, and a value may equal a name: %s", (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test("text keeps every character: NUL, astral, the byte order mark inside, combining marks", () => {
    const text = "a\0\u{1F511}\uFEFFe\u0301";
    expect(parse(JSON.stringify({ text }))).toEqual({ text });
    expect(parse('{"text":"\\ud83d\\udd11"}')).toEqual({ text: "\u{1F511}" });
  });

  test.each<[string, Uint8Array | string]>([
    ["nothing", ""],
    ["a word", "name"],
    ["a cut body", '{"name":'],
    ["two values", "{} {}"],
    ["a trailing comma", '{"name":"a",}'],
    ["single quotes", "{'name':'a'}"],
    ["a comment", "{/* a */}"],
    ["NaN", '{"a":NaN}'],
    ["a raw line feed in a string", '{"a":"\n"}'],
    ["a byte that is not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["Latin-1", Buffer.from('"Zürich"', "latin1")],
    ["UTF-16", Buffer.from("{}", "utf16le")],
    ["an overlong form", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["a surrogate written in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])("%s is refused as invalid JSON, without quoting it", (_, bytes) => {
    const refusal = refusalOf(bytes);
    expect([refusal.code, refusal.status, refusal.details]).toEqual(["INVALID_JSON", 400, undefined]);
    expect(refusal.message).toBe("The body is not valid JSON: send one UTF-8 encoded JSON object");
  });
});

describe("depth", () => {
  const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);

  test("32 levels are accepted, 33 are refused, of arrays, objects and both", () => {
    for (const nest of [arrays, objects]) {
      expect(parse(nest(32))).toEqual(JSON.parse(nest(32)));
      expect(refusalOf(nest(33))).toMatchObject({
        code: "VALIDATION_ERROR",
        status: 400,
        message: expect.stringMatching(/is nested deeper than 32 levels$/),
      });
    }
    const mixed = (depth: number) => '{"a":['.repeat(depth / 2) + "]}".repeat(depth / 2);
    expect(parse(mixed(32))).toEqual(JSON.parse(mixed(32)));
    expect(refusalOf(mixed(34)).code).toBe("VALIDATION_ERROR");
  });

  test("the deepest part counts, wherever it is", () => {
    expect(refusalOf(`[1, ${arrays(3)}, {"a": "b", "c": ${arrays(31)}}]`).code).toBe("VALIDATION_ERROR");
    expect(parse(`[1, ${arrays(3)}, {"a": "b", "c": ${arrays(30)}}]`)).toHaveLength(3);
  });

  test("half a million levels are refused like 33, without a crash", () => {
    expect(refusalOf(arrays(500_000)).status).toBe(400);
    expect(refusalOf(objects(100_000)).status).toBe(400);
    expect(refusalOf("[".repeat(80_000)).code).toBe("INVALID_JSON");
    expect(refusalOf("[".repeat(1_000_000)).status).toBe(400);
  });
});

describe("the number of values", () => {
  test("40,000 values are accepted, more are refused before any is created; strings don't count", () => {
    const tooMany = expect.objectContaining({
      code: "VALIDATION_ERROR",
      message: "The body contains too many values: at most 40000",
    });
    // 20 lists of 2,000 values: each has its bracket, and a comma between values.
    const lists = (count: number, more = "") =>
      `[${Array.from({ length: count }, () => `[${"1,".repeat(1_998)}1]`).join(",")}${more}]`;
    expect(parse(lists(20))).toHaveLength(20);
    const parsing = vi.spyOn(JSON, "parse");
    for (const text of [
      lists(21),
      `[${"[],".repeat(100_000)}[]]`,
      `[${"{},".repeat(100_000)}{}]`,
      `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    ])
      expect(refusalOf(text)).toEqual(tooMany);
    expect(parsing).not.toHaveBeenCalled();
    parsing.mockRestore();
    const text = '[{",'.repeat(100_000);
    for (const name of [text, `${text}\\`, `\\"${text}`])
      expect(parse(JSON.stringify({ [name]: text }))).toEqual({ [name]: text });
    expect(refusalOf(`{"open": "${"[,".repeat(100_000)}`).code).toBe("INVALID_JSON");
  });

  test("a list has at most 2,000 items, wherever it is", () => {
    const list = (length: number) => JSON.stringify({ a: { b: Array.from({ length }, () => null) } });
    expect(parse(list(2_000))).toMatchObject({ a: { b: { length: 2_000 } } });
    expect(refusalOf(list(2_001))).toMatchObject({
      details: [{ path: "a.b", message: "must have at most 2000 items" }],
    });
  });
});

describe("text that can't be stored exactly", () => {
  test.each([
    ["a high half", "\\ud800"],
    ["a low half", "\\udfff"],
    ["two halves the wrong way round", "\\udd11\\ud83d"],
    ["a half before a letter", "x\\ud83dx"],
  ])("%s of a UTF-16 pair in a value names its field", (_, half) => {
    expect(refusalOf(`{"a":[{"secret":"${half}"}]}`)).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "a.0.secret", message: expect.stringContaining("lone surrogate") }],
    });
  });

  test("in an array it is refused with its index", () => {
    expect(refusalOf('{"a":["b","\\ud800"]}')).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "a.1" }] });
    expect(refusalOf('["\\ud800"]')).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "0" }] });
  });

  test("in a name it is refused with the object that contains it", () => {
    expect(refusalOf('{"a":{"b\\ud800":1}}')).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "a", message: "has a field name with a lone surrogate" }],
    });
  });

  test("a single text is checked as well", () => {
    expect(refusalOf('"\\ud800"').code).toBe("VALIDATION_ERROR");
  });
});

describe("names that touch prototypes", () => {
  test.each(["__proto__", "constructor", "prototype"])("%s is refused at every level, however it is spelt", (name) => {
    const escaped = `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    for (const written of [name, escaped]) {
      for (const text of [`{"${written}":1}`, `{"${written}":{"isAdmin":true}}`, `{"a":[{"b":{"${written}":null}}]}`]) {
        expect(refusalOf(text)).toMatchObject({
          code: "VALIDATION_ERROR",
          message: expect.stringMatching(new RegExp(`must not have a field named ${name}$`)),
        });
      }
    }
  });

  test("as a value, or as a part of a name, they are ordinary words", () => {
    const body = { name: "__proto__", constructors: ["constructor"], proto: "prototype" };
    expect(parse(JSON.stringify(body))).toEqual(body);
  });

  test("nothing is polluted in the process", () => {
    refusalOf('{"__proto__":{"polluted":true}}');
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

test("an error stays short, however long the names in the body are", () => {
  const long = "n".repeat(100_000);
  const nested = `{"${long}":`.repeat(40) + "1" + "}".repeat(40);
  for (const body of [nested, `{"${long}":{"__proto__":1}}`, `{"${long}":{"b\\ud800":1}}`, `{"${long}":"\\ud800"}`]) {
    const { message, details } = refusalOf(body);
    expect(message.length + JSON.stringify(details).length).toBeLessThan(600);
  }
});

test("an error quotes 100 characters of the path, and all of a path of 100", () => {
  const told = (name: string) => detailsOf(refusalOf(`{"${name}":"\\ud800"}`), "VALIDATION_ERROR")?.[0]?.path;
  expect([told("n".repeat(100)), told("n".repeat(101))]).toEqual(["n".repeat(100), `${"n".repeat(100)}…`]);
});
