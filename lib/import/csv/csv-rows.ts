/*
 * CSV as rows of cells, whatever they mean.
 */

const delimiters = [",", ";", "\t"] as const;
type Delimiter = (typeof delimiters)[number];

/**
 * What separates the cells: the one that the first line has most often, outside of quotes. Spreadsheets write a
 * semicolon where the comma separates decimals, and tabs as "Unicode text". Excel's own first line, `sep=;`, says it
 * itself.
 */
function delimiterOf(text: string): Delimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n" || character === "\r") break;
    else counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return delimiters.reduce((most, one) => ((counts.get(one) ?? 0) > (counts.get(most) ?? 0) ? one : most));
}

/** The index after Excel's line that names the delimiter; 0 without one. */
function afterSeparatorLine(text: string, from: number): number {
  const line = text.slice(from, from + 8).toLowerCase();
  if (!line.startsWith("sep=") || (line[5] !== "\n" && line[5] !== "\r")) return from;
  return from + (line[5] === "\r" && line[6] === "\n" ? 7 : 6);
}

/** How a quoted cell ends, and what it holds. */
type Quoting = { closing: (text: string, from: number) => number; content: (quoted: string) => string };

/** RFC 4180: a quotation mark within is written twice. */
const doubled: Quoting = {
  closing(text, from) {
    for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
      if (text[at + 1] !== '"') return at;
    return text.length;
  },
  content: (quoted) => quoted.replaceAll('""', '"'),
};

/** KeePass: a backslash stands before a quotation mark or backslash within. */
const escaped: Quoting = {
  closing(text, from) {
    for (let at = from; at < text.length; at += 1)
      if (text[at] === "\\") at += 1;
      else if (text[at] === '"') return at;
    return text.length;
  },
  content: (quoted) => quoted.replace(/\\(.)/gs, "$1"),
};

/** How KeePass 1, and KeePass 2 as "KeePass CSV (1.x)", begin a file. */
const keePassTitles = '"Account","Login Name","Password","Web Site","Comments"';

/** The rows of a CSV text, each with the number of its first line. Empty lines are left out. */
export function rowsOf(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  // A copy has no spare capacity. An array that grew has room for sixteen more.
  eachRow(text, ({ line }, cells) => rows.push({ line, cells: cells.slice() }));
  return rows;
}

/**
 * A row's first line. `problem` says that its quotation marks don't pair, so that nobody knows what its cells are: it may
 * have swallowed the lines up to `lastLine`.
 */
export type Row = {
  line: number;
  lastLine: number;
  problem: "never closed" | "text after" | "space before" | undefined;
};

/** Streaming variant of `rowsOf`: `cells` is reused for the next row once `visit` returns. */
export function eachRow(text: string, visit: (row: Row, cells: readonly string[]) => void): void {
  const cells: string[] = [];
  const from = text.startsWith("\ufeff") ? 1 : 0;
  let at = afterSeparatorLine(text, from);
  let line = at === from ? 1 : 2;
  const delimiter = delimiterOf(text);
  const quoting = text.startsWith(keePassTitles, at) ? escaped : doubled;
  let start = line;
  let problem: Row["problem"];
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const close = isQuoted ? quoting.closing(text, at + 1) : at;
    const end = unquotedEnd(text, isQuoted ? close + 1 : at, delimiter.charCodeAt(0));
    let cell = text.slice(at, end);
    if (isQuoted) {
      line += lineEndsIn(cell);
      cell = quoting.content(text.slice(at + 1, close));
      if (close === text.length) problem ??= "never closed";
      else if (end > close + 1) problem ??= "text after";
    } else if (text[at] === " " && cell.trimStart().startsWith('"')) problem ??= "space before";
    const separator = text[end];
    if (cells.length > 0 || cell !== "" || separator === delimiter) cells.push(cell);
    at = end + 1;
    if (separator === delimiter) {
      if (at < text.length) continue;
      cells.push("");
    }
    if (cells.length > 0 || problem) visit({ line: start, lastLine: line, problem }, cells);
    // CR LF is a single line break.
    if (separator === "\r" && text[at] === "\n") at += 1;
    line += 1;
    cells.length = 0;
    start = line;
    problem = undefined;
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** A loop, since a regular expression would store a backtracking position for each character of a long cell. */
function unquotedEnd(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === lineFeed || code === carriageReturn) return at;
  }
  return text.length;
}

function lineEndsIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}
