import { isVariableName } from "../dotenv/name";
import { addGroup, addVariable, environmentOf, type Imported, nothing, variableNameOf } from "./item";
import { readOtpauth } from "./otpauth";

/** Which column holds what, by its header. `name` and `value` make variables; `username` and `password` make logins. */
export type Columns = Partial<Record<"name" | "value" | "project" | "environment" | "notes" | "title" | "username" | "password" | "url" | "otp", string>>;

const usual: Record<keyof Columns, RegExp> = {
  name: /^(name|key|variable|env_?var(_?name)?)$/i, value: /^(value|secret)$/i, project: /^(project|app|folder)$/i, environment: /^(env|environment|config)$/i, notes: /^(notes?|comment|description)$/i,
  title: /^title$/i, username: /^(username|login_username)$/i, password: /^(password|login_password)$/i, url: /^(url|website|login_uri)$/i, otp: /^(otp ?auth|totp|login_totp|one-time password)$/i,
};

/** The rows of a CSV text (RFC 4180), each with the line it starts at. */
export function rowsOf(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let [cells, cell, line, start, quoted]: [string[], string, number, number, boolean] = [[], "", 1, 1, false];
  const endRow = () => {
    if (cells.length > 0 || cell !== "") rows.push({ line: start, cells: [...cells, cell] });
    [cells, cell, start] = [[], "", line];
  };
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\n") line += 1;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === ",") {
      cells.push(cell);
      cell = "";
    } else if (character === "\n" || character === "\r") {
      if (character === "\n" || text[at + 1] !== "\n") endRow();
    } else cell += character;
  }
  endRow();
  return rows;
}

/** A table of variables, or of logins as password managers (1Password among them) export it. Columns are found by their usual names, or as told. */
export function readCsv(text: string, project: string, columns: Columns = {}): Imported {
  const imported = nothing();
  const [header, ...rows] = rowsOf(text);
  const places = new Map((Object.keys(usual) as (keyof Columns)[]).map((field) => [field, (header?.cells ?? []).findIndex((title) => (columns[field] === undefined ? usual[field].test(title.trim()) : title.trim() === columns[field]))]));
  const has = (field: keyof Columns) => (places.get(field) ?? -1) >= 0;
  const isLogins = has("password") && !has("value");
  if (!isLogins && !(has("name") && has("value"))) return { ...imported, faults: [{ where: "line 1", message: "It names no columns for name and value: say which they are" }] };
  for (const { line, cells } of rows) {
    const cell = (field: keyof Columns) => cells[places.get(field) ?? -1] ?? "";
    const title = cell("title") || cell("name");
    const where = `line ${line}${title && ` (${title})`}`;
    if (isLogins) {
      const category = title || cell("url") || "Login";
      addGroup(imported, where, { category, project: cell("project") || project, fields: [["USERNAME", cell("username")], ["PASSWORD", cell("password")], ["URL", cell("url")]], notes: cell("notes") });
      if (cell("otp")) addOtp(imported, where, cell("otp"), category, cell("username"));
    } else if (!isVariableName(cell("name"))) imported.faults.push({ where, message: `It gives no variable name${title ? `; ${variableNameOf(title)} would be one` : ""}` });
    else addVariable(imported, where, { name: cell("name"), value: cell("value"), project: cell("project") || project, environment: environmentOf(cell("environment")), notes: cell("notes") });
  }
  return imported;
}

/** A login's one-time password: a link, or its secret in base32. */
export function addOtp(imported: Imported, where: string, text: string, service: string, accountName: string): void {
  if (/^steam:/i.test(text)) return void imported.faults.push({ where, message: "Steam’s codes can’t be made here" });
  const [read] = /^otpauth/i.test(text) ? readOtpauth(text) : [{ secret: text, problem: undefined }];
  if (!read || read.problem) imported.faults.push({ where, message: read?.problem ?? "Its one-time password can’t be read" });
  else imported.twoFactor.push({ service, accountName: accountName || service, secret: read.secret });
}
