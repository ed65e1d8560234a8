import { isVariableName } from "../../dotenv/name";
import { addOtp } from "../otpauth/add-otp";
import { eachRow, type Row } from "./csv-rows";
import { addFault, addGroup, addNote, addVariableOf, type Imported, nothing, variableNameOf } from "../item";

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
  project: ["project", "app", "folder", "collections", "group", "grouping", "vault"],
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

/** No table of variables or logins has as many columns. The titles of further ones are ignored. */
const columnsMax = 1_000;

/**
 * Reads a table of variables, or of logins as password managers such as 1Password export it. Finds the columns by their
 * usual titles, or by the given ones.
 */
export function readCsv(text: string, project: string, columns: Columns = {}): Imported {
  const imported = nothing();
  let read: ((line: number, cells: readonly string[]) => void) | undefined;
  let titles = 0;
  eachRow(text, (row, cells) => {
    const fault = faultOf(row) ?? (read && cells.slice(titles).some((cell) => cell !== "") ? tooManyCells : undefined);
    // No cell is quoted here: a password may stand where a title belongs.
    if (fault !== undefined) addFault(imported, `line ${row.line}`, fault);
    if (!read) {
      titles = cells.length;
      read = fault === undefined ? rowReader(imported, cells.slice(0, columnsMax), project, columns) : () => undefined;
    } else if (fault === undefined) read(row.line, cells);
  });
  // A text without rows has no titles either.
  if (!read) rowReader(imported, [], project, columns);
  return imported;
}

const tooManyCells =
  "It has more cells than there are titles: a value that contains the separator needs quotation marks around it";

/** Why nobody knows what the row's cells are, if so. */
function faultOf({ line, lastLine, problem }: Row): string | undefined {
  const upTo = lastLine > line ? ` (it was read up to line ${lastLine})` : "";
  if (problem === "never closed")
    return `A quotation mark opens in it and none closes it${upTo}: is the file complete?`;
  if (problem === "text after")
    return `Text follows a closing quotation mark in it${upTo}: one within a value must be written twice`;
  if (problem === "space before") return "A space stands before an opening quotation mark in it: leave it out";
  return undefined;
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
  const places = Object.fromEntries(columnKinds.map((field) => [field, columnOf(field)])) as Record<
    keyof Columns,
    number
  >;
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
  const isLastPass = isLogins && ["extra", "grouping"].every((title) => titles.includes(title));
  return (line, cells) => {
    // Reading index −1 of an array takes ten times as long as reading an existing one.
    const cell = (field: keyof Columns) => (has(field) ? (cells[places[field]] ?? "") : "");
    const title = cell("title") || cell("name");
    const shown = title.length > titleMax ? `${title.slice(0, titleMax)}…` : title;
    const where = () => `line ${line}${shown && ` (${shown})`}`;
    if (isLastPass && cells.some((cell) => /&(?:amp|lt|gt);/.test(cell))) addNote(imported, where, entityTold);
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

/** Nobody can tell it from a password that has these characters. */
const entityTold =
  "It has &amp;, &lt; or &gt;, as LastPass may have written &, < or >. It is read as it stands: compare it with LastPass";

/** What stands as the address of a note without a login. */
const noteOfLastPass = "http://sn";

/**
 * The fields that one adds to an item in Bitwarden, some without a name: a line each, which a line break in a value
 * continues.
 */
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
