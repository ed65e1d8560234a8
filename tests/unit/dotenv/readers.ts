import { parseEnv } from "node:util";
import { parse as parseDotenv } from "dotenv";
import { assignment, comment, type LineDialect } from "../../../lib/dotenv/serialize";
import type { Item } from "./hostile";

type Reader = (text: string) => Record<string, string | undefined>;

export const nodeReaders: [string, Reader][] = [
  ["npm dotenv", (text) => parseDotenv(text)],
  ["npm dotenv, fast", (text) => parseDotenv(text, { fast: true })],
  ["util.parseEnv", (text) => ({ ...parseEnv(text) })],
];

/**
 * A document as an export writes it. Values that the dialect can't hold are left out of the text and of the
 * expectations.
 */
export function write(items: Item[], dialect: LineDialect) {
  const expected: Record<string, string> = {};
  const lines = items.flatMap((item, index) => {
    if (item.kind === "blank") return [""];
    if (item.kind === "comment") return [comment(item.text)];
    const line = assignment(`TEST_${index}`, item.value, dialect);
    if (line === null) return [];
    expected[`TEST_${index}`] = item.value;
    return [line];
  });
  return { text: lines.map((line) => `${line}\n`).join(""), expected };
}

/**
 * A model of compose-go's reader (dotenv/parser.go, template/template.go at e70e961), since no Go runs here. It reads
 * what we may write, throws for everything else that compose-go might refuse, and expands every $NAME to "EXPANDED".
 */
export function readAsCompose(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\t\n\v\f\r \u0085\u00a0\p{Z}]+/u, "");
    if (rest === "") return variables;
    if (rest.startsWith("#")) {
      rest = rest.includes("\n") ? rest.slice(rest.indexOf("\n")) : "";
      continue;
    }
    const name = /^(?:export\s+)?([\p{L}\p{N}_.[\]-]+)=/u.exec(rest);
    if (name === null) throw new Error(`compose: no name at ${JSON.stringify(rest.slice(0, 40))}`);
    rest = rest.slice(name[0].length).replace(/^[\t\v\f\r \u0085\u00a0]+/, "");
    const quote = rest.charAt(0);
    if (quote !== "'" && quote !== '"') {
      const line = rest.split("\n", 1)[0] ?? "";
      rest = rest.slice(line.length + 1);
      variables[name[1] ?? ""] = expand((line.split(" #", 1)[0] ?? "").trimEnd());
      continue;
    }
    let value = "";
    let at = 1;
    for (; rest[at] !== quote; at++) {
      if (at >= rest.length) throw new Error("compose: unterminated quoted value");
      if (rest[at] !== "\\") value += rest[at];
      else value += rest[++at] === quote ? quote : `\\${rest[at] ?? ""}`;
    }
    rest = rest.slice(at + 1);
    variables[name[1] ?? ""] = quote === "'" ? value : expand(unescape(value));
  }
}

const escapes: Record<string, string> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  $: "$$",
};

const unescape = (value: string) =>
  value.replace(
    /\\([abfnrtv$"\\]|0\d{0,3})/g,
    (_, code: string) => escapes[code] ?? String.fromCharCode(parseInt(code, 8)),
  );

function expand(value: string): string {
  return value.replace(/\$(\$|[_a-z][_a-z0-9]*|\{[_a-z][_a-z0-9]*(?::?[-+?].*)?\}|\{)/gi, (_, found: string) => {
    if (found === "{") throw new Error("compose: invalid template");
    return found === "$" ? "$" : "EXPANDED";
  });
}
