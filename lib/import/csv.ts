import { isVariableName } from "../dotenv/name";
import { addFault, addGroup, addVariableOf, type Imported, type Lazily, nothing, variableNameOf } from "./item";
import { readOtpauth } from "./otpauth";

/** Which column holds what, by its title. `name` and `value` mean variables; `username` and `password` mean logins. */
export type Columns = Partial<
  Record<
    | "name"
    | "value"
    | "project"
    | "environment"
    | "notes"
    | "title"
    | "username"
    | "email"
    | "password"
    | "url"
    | "fields"
    | "otp",
    string
  >
>;

/** The usual titles, in lower case: of spreadsheets, and of what password managers and browsers export. */
const usual: Record<keyof Columns, readonly string[]> = {
  name: ["name", "key", "variable", "envvar", "env_var", "envvarname", "env_varname", "envvar_name", "env_var_name"],
  value: ["value", "secret"],
  project: ["project", "app", "folder", "group", "grouping", "vault"],
  environment: ["env", "environment", "config"],
  notes: ["note", "notes", "comment", "comments", "description", "extra"],
  title: ["title"],
  username: ["username", "login_username", "login name", "user name"],
  email: ["email"],
  password: ["password", "login_password"],
  url: ["url", "website", "web site", "login_uri"],
  fields: ["fields"],
  otp: ["otpauth", "otp auth", "otpurl", "otpsecret", "totp", "login_totp", "one-time password"],
};

/** What a column can hold. */
export const columnKinds = Object.keys(usual) as (keyof Columns)[];

/** No table of variables or logins has as many columns. Further ones are ignored. */
const columnsMax = 1_000;

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

/** The rows of a CSV text (RFC 4180), each with the number of its first line. Empty lines are left out. */
export function rowsOf(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  // A copy has no spare capacity. An array that grew has room for sixteen more.
  eachRow(text, (line, cells) => rows.push({ line, cells: cells.slice() }));
  return rows;
}

/** Streaming variant of `rowsOf`: `cells` is reused for the next row once `visit` returns. */
export function eachRow(text: string, visit: (line: number, cells: readonly string[]) => void): void {
  const cells: string[] = [];
  const from = text.startsWith("\ufeff") ? 1 : 0;
  let at = afterSeparatorLine(text, from);
  let line = at === from ? 1 : 2;
  const delimiter = delimiterOf(text);
  let start = line;
  while (at < text.length) {
    const end = cellEnd(text, at, delimiter);
    let cell = text.slice(at, end);
    if (text[at] === '"') {
      line += lineEndsIn(cell);
      cell = unquote(cell);
    }
    const separator = text[end];
    if (cells.length > 0 || cell !== "" || separator === delimiter) cells.push(cell);
    at = end + 1;
    if (separator === delimiter) {
      if (at < text.length) continue;
      cells.push("");
    }
    if (cells.length > 0) visit(start, cells);
    // CR LF is a single line break.
    if (separator === "\r" && text[at] === "\n") at += 1;
    line += 1;
    cells.length = 0;
    start = line;
  }
}

/** The index after the cell that starts at `from`: its delimiter, its line break or the end of the text. */
function cellEnd(text: string, from: number, delimiter: Delimiter): number {
  const start = text[from] === '"' ? Math.min(closingQuote(text, from + 1) + 1, text.length) : from;
  return unquotedEnd(text, start, delimiter.charCodeAt(0));
}

/**
 * The text between the quotes, with each doubled quote as one, followed by any text that wrongly comes after the
 * closing quote.
 */
function unquote(cell: string): string {
  const close = closingQuote(cell, 1);
  return cell.slice(1, close).replaceAll('""', '"') + cell.slice(close + 1);
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
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

/**
 * Reads a table of variables, or of logins as password managers such as 1Password export it. Finds the columns by their
 * usual titles, or by the given ones.
 */
export function readCsv(text: string, project: string, columns: Columns = {}): Imported {
  const imported = nothing();
  let read: ((line: number, cells: readonly string[]) => void) | undefined;
  eachRow(text, (line, cells) => {
    if (read) read(line, cells);
    else read = rowReader(imported, cells.slice(0, columnsMax), project, columns);
  });
  // A text without rows has no titles either.
  if (!read) rowReader(imported, [], project, columns);
  return imported;
}

/** Long enough to find a title again in the file. */
const titleMax = 100;

/** Returns a function that reads one row under these titles. */
function rowReader(
  imported: Imported,
  titles: readonly string[],
  project: string,
  columns: Columns,
): (line: number, cells: readonly string[]) => void {
  const columnOf = (field: keyof Columns) =>
    titles.findIndex((title) =>
      columns[field] === undefined
        ? usual[field].includes(title.trim().toLowerCase())
        : title.trim() === columns[field],
    );
  const places = Object.fromEntries(
    (Object.keys(usual) as (keyof Columns)[]).map((field) => [field, columnOf(field)]),
  ) as Record<keyof Columns, number>;
  const has = (field: keyof Columns) => places[field] >= 0;
  const account = titles.findIndex((title) => title.trim().toLowerCase() === "account");
  // KeePass' title of a login. Beside another title it is whose login it is.
  if (!has("title") && !has("name")) places.title = account;
  else if (!has("username")) places.username = account;
  const isLogins = has("password") && !has("value");
  if (!isLogins && !(has("name") && has("value"))) {
    addFault(imported, "line 1", "It has no columns titled name and value: choose them");
    return () => undefined;
  }
  return (line, cells) => {
    // Reading index −1 of an array takes ten times as long as reading an existing one.
    const cell = (field: keyof Columns) => (has(field) ? (cells[places[field]] ?? "") : "");
    const title = cell("title") || cell("name");
    const shown = title.length > titleMax ? `${title.slice(0, titleMax)}…` : title;
    const where = () => `line ${line}${shown && ` (${shown})`}`;
    if (isLogins) {
      const category = title || cell("url") || "Login";
      addGroup(imported, where, {
        category,
        project: cell("project") || project,
        fields: [
          ["USERNAME", cell("username")],
          ["EMAIL", cell("email")],
          ["PASSWORD", cell("password")],
          ["URL", cell("url") === noteOfLastPass ? "" : cell("url")],
          ...ownFields(cell("fields")),
          ["NOTE", cell("notes")],
        ],
      });
      if (cell("otp")) addOtp(imported, where, cell("otp"), category, cell("username") || cell("email"));
    } else if (!isVariableName(cell("name")))
      addFault(
        imported,
        where,
        () => `It has no variable name${shown ? `; ${variableNameOf(shown)} would be one` : ""}`,
      );
    else
      addVariableOf(cell("environment"), imported, where, {
        name: cell("name"),
        value: cell("value"),
        project: cell("project") || project,
        notes: cell("notes"),
      });
  };
}

/** What stands as the address of a note without a login. */
const noteOfLastPass = "http://sn";

/** The fields that one adds to an item in Bitwarden, some without a name: a line each, which a line break in a value continues. */
function ownFields(text: string): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const line of text === "" ? [] : text.split(/\r?\n/)) {
    const at = line.indexOf(": ");
    const last = fields.at(-1);
    if (at >= 0) fields.push([variableNameOf(line.slice(0, at)), line.slice(at + 2)]);
    else if (last) last[1] += `\n${line}`;
    else fields.push([variableNameOf(""), line]);
  }
  return fields;
}

/** Adds a login's one-time password: a link, or its secret in base32. */
export function addOtp(imported: Imported, where: Lazily, text: string, service: string, accountName: string): void {
  const [read] = /^(otpauth|steam):/i.test(text) ? readOtpauth(text) : [{ secret: text, problem: undefined }];
  if (!read || read.problem) addFault(imported, where, read?.problem ?? "Its one-time password can’t be read");
  else imported.twoFactor.push({ service, accountName: accountName || service, secret: read.secret });
}
