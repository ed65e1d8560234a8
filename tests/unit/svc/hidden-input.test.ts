import { describe, expect, test } from "vitest";
import { HiddenLine } from "../../../packages/svc/src/terminal/hidden-input";

/** The result of typing a text in chunks of every length, which must make no difference. */
function taken(typed: string): string {
  const bytes = Buffer.from(typed);
  const lines = Array.from({ length: bytes.length }, (_, index) => index + 1).map((length) => {
    const hidden = new HiddenLine();
    for (let at = 0; at < bytes.length; at += length) {
      const ended = hidden.push(bytes.subarray(at, at + length));
      if (ended) return Buffer.from(ended.line).toString("utf8");
    }
    return null;
  });
  expect(new Set(lines).size).toBe(1);
  return lines[0] ?? "(no end)";
}

const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;

describe("a line typed without being shown", () => {
  test.each([
    ["é \t$x\\", "é \t$x\\"],
    ["abé\u007f\u007fc", "ac"],
    ["wrong\u0015right", "right"],
    ["a\u001b[A\u001b[1;5C\u001bOP\u001b[3~b", "ab"],
    ["\u007fa\u0001\u0000b", "ab"],
  ])("%j is read as %j: keys that edit or move are not content", (typed, line) => {
    expect(taken(`${typed}\r`)).toBe(line);
  });

  test("a paste is read completely up to the Enter after it, with line breaks as LF, escapes included", () => {
    expect(taken(`${paste("one\rtwo\r\nthree\n\r")}\r`)).toBe("one\ntwo\nthree\n\n");
    expect(taken(`a${paste("b\rc")}d${paste("\re")}\r`)).toBe("ab\ncd\ne");
    expect(taken(`${paste("\u001b[31mred\u001b[A")}\r`)).toBe("\u001b[31mred\u001b[A");
  });

  test("text after Enter is reported", () => {
    expect(new HiddenLine().push(Buffer.from("one\rtwo"))).toMatchObject({ hasMore: true });
    expect(new HiddenLine().push(Buffer.from("one\r"))).toMatchObject({ hasMore: false });
  });

  test.each(["\u0003", "abc\u0003", paste("abc\u0003").slice(0, -6), "\u0004"])("%j enters nothing", (typed) => {
    expect(() => new HiddenLine().push(Buffer.from(typed))).toThrow("Nothing was entered");
  });
});
