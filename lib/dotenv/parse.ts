import { isVariableName } from "./name";

export type ParsedLine =
  /** `line` counts from 1 and is where the assignment starts. A quoted value may span several lines. */
  | { kind: "assignment"; line: number; name: string; value: string; exported: boolean }
  | { kind: "comment" | "blank"; line: number; text: string }
  | { kind: "invalid"; line: number; text: string; message: string };

/**
 * Reads .env text in order, by the rules of npm dotenv 18: `NAME=value` or `NAME: value`, an optional `export`, three
 * kinds of quotes that may span lines, `\n` and `\r` decoded between double quotes, `#` comments, CRLF and CR as LF. If
 * no line is invalid, npm dotenv reads the same names and values (except `__proto__`, which it loses). Never throws,
 * and takes time linear in the text.
 *
 * Deliberately stricter than npm dotenv. It reports an `invalid` line where npm dotenv guesses or skips silently: names
 * outside [A-Za-z_][A-Za-z0-9_]*; a quote that is not closed at the end of a line; an assignment that ends before its
 * value; U+2028 or U+2029 outside quotes, which only npm dotenv treats as a line break.
 */
export function parse(text: string): ParsedLine[] {
  // Allocated in full at once: an array that grows to a million items takes three times as long.
  const lines = new Array<ParsedLine>(lineCountMax(text));
  let count = 0;
  eachLine(text, (line) => {
    lines[count] = line;
    count += 1;
  });
  lines.length = count;
  return lines;
}

/** The most lines that the text can have. CRLF counts twice. */
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

/** Where an assignment's value stands, with its quotes: offsets into the text with LF for each line break. */
export type ValueSpan = { from: number; to: number };

/**
 * `parse` for callers that need not keep the lines: a megabyte may contain a million of them. The span is that of an
 * assignment; it changes with the next line.
 */
export function eachLine(text: string, visit: (line: ParsedLine, span: Readonly<ValueSpan>) => void): void {
  const cursor = { source: withLineFeeds(text), start: 0, end: 0, line: 1, span: { from: 0, to: 0 } };
  for (; cursor.start < cursor.source.length; cursor.start = cursor.end + 1, cursor.line++) {
    if (cursor.source[cursor.start] === "\n") {
      cursor.end = cursor.start;
      visit({ kind: "blank", line: cursor.line, text: "" }, cursor.span);
      continue;
    }
    cursor.end = lineEnd(cursor.source, cursor.start);
    visit(readLine(cursor), cursor.span);
  }
}

/**
 * Turns CRLF and CR into LF. It works by code units: for a text of nothing but CRs, split and join take twice as long,
 * replace five times.
 */
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

/** Far below the limit of arguments in any engine. */
const argumentsMax = 8_192;

/** The names that are assigned more than once, in the order of their first repetition. Readers use the last value. */
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

/**
 * The line that is being read: `source` from `start` to `end`, the position of its line feed or the end of the text.
 */
type Cursor = { source: string; start: number; end: number; line: number; span: ValueSpan };

/** Reads one line. A quoted value moves `end` to the end of its last line, and updates `line`. An assignment sets `span`. */
function readLine(cursor: Cursor): ParsedLine {
  const { source, start, end, line } = cursor;
  let at = skipBlanks(source, start);
  if (at === end) return { kind: "blank", line, text: source.slice(start, end) };
  if (source[at] === "#") {
    const text = source.slice(start, end);
    return hasSeparator(text) ? invalid(cursor, separatorMessage) : { kind: "comment", line, text };
  }

  const afterExport = source.startsWith("export", at) ? skipBlanks(source, at + 6) : at;
  // `export = x` assigns a variable named export.
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
    const written = comment === -1 ? rest : rest.slice(0, comment);
    cursor.span.from = valueStart + written.length - written.trimStart().length;
    const value = written.trim();
    cursor.span.to = cursor.span.from + value.length;
    return { kind: "assignment", line, name, value, exported };
  }

  const close = closingQuote(source, open);
  if (close === null) return invalid(cursor, unclosedMessages[quote]);
  const closeEnd = lineEnd(source, close);
  if (hasSeparator(source.slice(close, closeEnd))) return invalid(cursor, separatorMessage);
  for (; cursor.end < closeEnd; cursor.line++) cursor.end = lineEnd(source, cursor.end + 1);
  cursor.span.from = open;
  cursor.span.to = close + 1;
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

/** Where the value starts: after `=`, or after a `:` that directly follows the name and precedes a space. */
function skipAssign(source: string, nameEnd: number): number | null {
  const at = skipBlanks(source, nameEnd);
  if (source[at] === "=") return at + 1;
  return source[nameEnd] === ":" && skipBlanks(source, nameEnd + 1) > nameEnd + 1 ? nameEnd + 2 : null;
}

/**
 * Chooses like npm dotenv: the last quote that ends a line, but not beyond the first one without a `\` before it.
 * Linear for a whole text, since two values with the same kind of quote never search the same stretch.
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

/** The position after the spaces at `at`: everything that `\s` matches, except line breaks. */
function skipBlanks(source: string, at: number): number {
  const code = source.charCodeAt(at);
  return code > 32 && code < 127 ? at : skip(blanks, source, at);
}

/** The position after the characters that npm dotenv accepts in a name, from `at`. */
const skipName = (source: string, at: number): number => skip(nameCharacters, source, at);

/** Whether npm dotenv takes all of the text for a name. */
export const isReadName = (text: string): boolean => text !== "" && skipName(text, 0) === text.length;

const blanks = /[^\S\n\u2028\u2029]*/y;
const nameCharacters = /[\w.-]*/y;

/**
 * The position after the match of `sticky` at `at`, which may be empty. Many times faster than testing each character.
 */
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

/** What only npm dotenv treats as a line break. */
export const separators = /[\u2028\u2029]/;
const hasSeparator = (text: string) => separators.test(text);
const separatorMessage = "U+2028 and U+2029 belong inside quotes: readers disagree on whether they end a line.";
