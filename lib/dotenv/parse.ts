import { isVariableName } from "./name";

export type ParsedLine =
  /** `line` counts from 1 and is where the assignment starts; a quoted value may span several. */
  | { kind: "assignment"; line: number; name: string; value: string; exported: boolean }
  | { kind: "comment" | "blank"; line: number; text: string }
  | { kind: "invalid"; line: number; text: string; message: string };

/**
 * Reads .env text in order, by the rules of npm dotenv 18: `NAME=value` or `NAME: value`, `export` before it,
 * three kinds of quotes across lines, `\n` and `\r` decoded between double quotes, `#` comments, CRLF and CR as LF.
 * If no line is invalid, npm dotenv reads the same names and values (but for `__proto__`, which it loses).
 * Never throws; time is linear in the text.
 *
 * Stricter than npm dotenv on purpose, with an `invalid` line where it guesses or skips silently: names outside
 * [A-Za-z_][A-Za-z0-9_]*; a quote that is not closed at a line's end; an assignment broken before its value;
 * U+2028 or U+2029 outside quotes, which npm dotenv alone takes for a line's end.
 */
export function parse(text: string): ParsedLine[] {
  // Room for all of them at once: an array that grows to a million costs three times as much.
  const lines = new Array<ParsedLine>(lineCountMax(text));
  let count = 0;
  eachLine(text, (line) => {
    lines[count] = line;
    count += 1;
  });
  lines.length = count;
  return lines;
}

/** As many lines as the text can have; CRLF counts twice. */
function lineCountMax(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) count += 1;
  }
  return count;
}

const lineFeed = 10;
const carriageReturn = 13;

/** `parse` for who need not keep the lines: a megabyte may hold a million of them. */
export function eachLine(text: string, visit: (line: ParsedLine) => void): void {
  const cursor = { source: withLineFeeds(text), start: 0, end: 0, line: 1 };
  for (; cursor.start < cursor.source.length; cursor.start = cursor.end + 1, cursor.line++) {
    if (cursor.source[cursor.start] === "\n") {
      cursor.end = cursor.start;
      visit({ kind: "blank", line: cursor.line, text: "" });
      continue;
    }
    cursor.end = lineEnd(cursor.source, cursor.start);
    visit(readLine(cursor));
  }
}

/** CRLF and CR as LF. By code units: of a text of CRs alone, to split and join takes twice as long, to replace five times. */
function withLineFeeds(text: string): string {
  if (!text.includes("\r")) return text;
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) continue;
    codes[length] = code === carriageReturn ? lineFeed : code;
    length += 1;
  }
  let written = "";
  for (let at = 0; at < length; at += argumentsMax)
    written += Reflect.apply(String.fromCharCode, null, codes.subarray(at, Math.min(at + argumentsMax, length)));
  return written;
}

/** Far below what any engine takes in one call. */
const argumentsMax = 8_192;

/** The names assigned more than once, in the order of their first repetition. Readers take the last value. */
export function duplicateNames(lines: readonly ParsedLine[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const line of lines) {
    if (line.kind !== "assignment") continue;
    if (seen.has(line.name)) repeated.add(line.name);
    seen.add(line.name);
  }
  return [...repeated];
}

/** The line being read: `source` from `start` to `end`, where its line feed or the end of the text is. */
type Cursor = { source: string; start: number; end: number; line: number };

/** Reads one line; a quoted value moves `end` on to the end of its last line, and `line` with it. */
function readLine(cursor: Cursor): ParsedLine {
  const { source, start, end, line } = cursor;
  let at = skipBlanks(source, start);
  if (at === end) return { kind: "blank", line, text: source.slice(start, end) };
  if (source[at] === "#") {
    const text = source.slice(start, end);
    return hasSeparator(text) ? invalid(cursor, separatorMessage) : { kind: "comment", line, text };
  }

  const afterExport = source.startsWith("export", at) ? skipBlanks(source, at + 6) : at;
  // `export = x` assigns a variable of that name.
  const exported = afterExport > at + 6 && skipName(source, afterExport) > afterExport;
  if (exported) at = afterExport;

  const nameEnd = skipName(source, at);
  const name = source.slice(at, nameEnd);
  const valueStart = skipAssign(source, nameEnd);
  if (name === "" || valueStart === null) return invalid(cursor, "Expected NAME=value.");
  if (!isVariableName(name))
    return invalid(cursor, "A name is letters, digits and underscores, and does not start with a digit.");

  const open = skipBlanks(source, valueStart);
  const quote = source.charAt(open);
  if (quote !== "'" && quote !== '"' && quote !== "`") {
    const rest = source.slice(valueStart, end);
    if (hasSeparator(rest)) return invalid(cursor, separatorMessage);
    const comment = rest.indexOf("#");
    return { kind: "assignment", line, name, value: (comment === -1 ? rest : rest.slice(0, comment)).trim(), exported };
  }

  const close = closingQuote(source, open);
  if (close === null) return invalid(cursor, unclosedMessages[quote]);
  const closeEnd = lineEnd(source, close);
  if (hasSeparator(source.slice(close, closeEnd))) return invalid(cursor, separatorMessage);
  for (; cursor.end < closeEnd; cursor.line++) cursor.end = lineEnd(source, cursor.end + 1);
  const quoted = source.slice(open + 1, close);
  const value = quote === '"' ? quoted.replaceAll("\\n", "\n").replaceAll("\\r", "\r") : quoted;
  return { kind: "assignment", line, name, value, exported };
}

const invalid = ({ source, start, end, line }: Cursor, message: string): ParsedLine => ({
  kind: "invalid",
  line,
  text: source.slice(start, end),
  message,
});

/** Where the value starts behind `=`, or behind a `:` that stands at the name and before a blank. */
function skipAssign(source: string, nameEnd: number): number | null {
  const at = skipBlanks(source, nameEnd);
  if (source[at] === "=") return at + 1;
  return source[nameEnd] === ":" && skipBlanks(source, nameEnd + 1) > nameEnd + 1 ? nameEnd + 2 : null;
}

/**
 * npm dotenv's choice: the last quote that ends a line, up to and with the first one that has no `\` before it.
 * Linear over a whole text, since no two values opened by the same kind of quote search the same stretch.
 */
function closingQuote(source: string, open: number): number | null {
  const quote = source.charAt(open);
  let close: number | null = null;
  for (let at = source.indexOf(quote, open + 1); at !== -1; at = source.indexOf(quote, at + 1)) {
    const next = source.charAt(skipBlanks(source, at + 1));
    if (next === "" || next === "\n" || next === "#" || hasSeparator(next)) close = at;
    if (source[at - 1] !== "\\") break;
  }
  return close;
}

/** Behind the blanks at `at`: what `\s` matches, but for what may end a line. */
function skipBlanks(source: string, at: number): number {
  const code = source.charCodeAt(at);
  return code > 32 && code < 127 ? at : skip(blanks, source, at);
}

/** Behind the characters npm dotenv takes for a name, at `at`. */
const skipName = (source: string, at: number): number => skip(nameCharacters, source, at);

const blanks = /[^\S\n\u2028\u2029]*/y;
const nameCharacters = /[\w.-]*/y;

/** Behind what `sticky` matches at `at`: nothing is a match too. Many times faster than to ask for each character. */
function skip(sticky: RegExp, source: string, at: number): number {
  sticky.lastIndex = at;
  sticky.test(source);
  return sticky.lastIndex;
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end;
}

const unclosed = (quote: string) => `The opening ${quote} has no closing ${quote} at the end of a line.`;
const unclosedMessages = { "'": unclosed("'"), '"': unclosed('"'), "`": unclosed("`") };

const hasSeparator = (text: string) => /[\u2028\u2029]/.test(text);
const separatorMessage = "U+2028 and U+2029 belong inside quotes: readers disagree on whether they end a line.";
