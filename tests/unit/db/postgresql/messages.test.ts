import { expect, test } from "vitest";
import { Messages } from "@/lib/db/postgresql/protocol/messages";

/** Kind and content of each message, as a server reads them. */
function read(bytes: Buffer): [kind: string, content: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    found.push([
      bytes.toString("latin1", at, at + 1),
      bytes.toString("latin1", at + 5, at + 1 + bytes.readInt32BE(at + 1)),
    ]);
  return found;
}

const int16 = (value: number) => String.fromCharCode(value >> 8, value & 255);
const int32 = (value: number) => int16((value >> 16) & 0xffff) + int16(value & 0xffff);
const inUtf8 = (text: string) => Buffer.from(text, "utf8").toString("latin1");

test("a statement is prepared, bound, described, executed and ended as the protocol says", () => {
  const messages = new Messages();
  messages.parse("one", "SELECT $1");
  messages.bind("one", ["ä€😀", null, ""]);
  messages.describe();
  messages.execute();
  messages.sync();
  const value = inUtf8("ä€😀");
  expect(read(messages.take())).toEqual([
    ["P", `one\0SELECT $1\0${int16(0)}`],
    ["B", `\0one\0${int16(0)}${int16(3)}${int32(value.length)}${value}${int32(-1)}${int32(0)}${int16(0)}`],
    ["D", "P\0"],
    ["E", `\0${int32(0)}`],
    ["S", ""],
  ]);
  expect(messages.take()).toHaveLength(0);
});

test("bytes are sent as they are, and said to be", () => {
  const messages = new Messages();
  messages.bind("", ["a", Buffer.from([0, 255, 92])]);
  expect(read(messages.take())).toEqual([
    [
      "B",
      `\0\0${int16(2)}${int16(0)}${int16(1)}${int16(2)}${int32(1)}a${int32(3)}\0${String.fromCharCode(255)}\\${int16(0)}`,
    ],
  ]);
});

test.each([15_000, 20_000, 1_000_000])(
  "values of %i bytes arrive whole, and what was taken stays as it was",
  (size) => {
    const messages = new Messages();
    const [text, bytes] = ["€".repeat(size / 4), Buffer.alloc(size, 7)];
    messages.bind("", [text, bytes]);
    const taken = messages.take();
    messages.bind("", ["x".repeat(size)]);
    const [[, content] = ["", ""]] = read(taken);
    expect(content.includes(inUtf8(text)) && content.includes(bytes.toString("latin1"))).toBe(true);
    expect(content).toHaveLength(12 + 4 + Buffer.byteLength(text) + 4 + size);
  },
);
