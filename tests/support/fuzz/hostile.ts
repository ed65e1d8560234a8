import type { Choice } from "../random";

/** JSON text that no value could express: repeated names, numbers out of range, lone surrogates. */
export class JsonText {
  constructor(readonly text: string) {}
}

const deep = (levels: number) => new JsonText("[".repeat(levels) + "]".repeat(levels));

const strings = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u202e",
  "\ufeff",
  "\u2028",
  "é".normalize("NFD"),
  "𝕏".repeat(201),
  "a".repeat(201),
  "a".repeat(4_001),
  "a".repeat(70_000),
  "'; DROP TABLE User; --",
  "' OR '1'='1",
  "%",
  "_",
  "%00",
  "${7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "1e999",
  "null",
  "true",
  "-1",
  "__proto__",
  "svc_",
  "otpauth://totp/%ff?secret=A",
  "otpauth-migration://offline?data=%ff",
  "2027-13-45",
  "9999999-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "\r\nSet-Cookie: a=b",
  "=cmd()",
  "00000000-0000-0000-0000-000000000000",
  "{",
  '{"a":1,"a":2}',
  "-----BEGIN OPENSSH PRIVATE KEY-----\n",
];
const values: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 31) - 1,
  [],
  {},
  [[]],
  ["a", 1, null],
  { $gt: "" },
  { $ne: null },
  { contains: "" },
  { not: "x" },
  { set: "x" },
  { in: ["x"] },
  { toString: 1 },
  { length: 1e9 },
];
const texts = [
  '"\\ud800"',
  '"\\udfff\\ud800"',
  "1e999",
  "-1e999",
  "123456789012345678901234567890",
  "-0",
  "1e-400",
  "0.1e1000000",
  "NaN",
  "01",
  "'a'",
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  '{"\\ud800":1}',
  '"\\u0000"',
  '"\\x41"',
  "undefined",
  "",
].map((text) => new JsonText(text));

export function hostileValue(choice: Choice): unknown {
  return choice.of<() => unknown>([
    () => choice.of(strings),
    () => choice.of(strings),
    () => choice.of(values),
    () => choice.of(texts),
    () => deep(choice.of([2, 31, 33, 1_000, 100_000])),
  ])();
}

export const hostileText = (choice: Choice): string => choice.of(strings);

/** The JSON of a value, in which such texts are inserted unchanged. */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([name, child]) => `${JSON.stringify(name)}:${jsonOf(child)}`)
      .join(",")}}`;
  return JSON.stringify(value) ?? "null";
}
