import {
  addFault,
  type Imported,
  type ImportedEntry,
  type ImportedFile,
  isObject,
  type Json,
  nothing,
  objectsIn,
  textOf,
  type Whole,
} from "./item";
import { isTooDeep, parseJson } from "./json";

/*
 * A vault's own export of everything (docs/formats/everything.md): one document, or one in each line, as an operator's
 * backup has them.
 */

const format = "svc-everything";
const version = 1;

export const isEverything = (json: unknown): json is Json => isObject(json) && json.format === format;

/** Null if the lines are not such documents. */
export function readEverythingLines(text: string): Imported | null {
  if (!text.trimStart().startsWith("{")) return null;
  const documents: Json[] = [];
  let damaged = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const json = parseJson(line);
    if (isEverything(json) && !isTooDeep(line)) documents.push(json);
    // Otherwise every line of a large text of another format would be tried.
    else if (documents.length === 0) return null;
    else damaged += 1;
  }
  const imported = readEverything(documents);
  if (damaged > 0) addFault(imported, "the file", `${damaged} of its lines are damaged: is the file complete?`);
  return imported;
}

/** Reads the documents of one vault. */
export function readEverything(documents: readonly Json[]): Imported {
  const whole: Whole = { categories: [], envProjects: [], envFiles: [] };
  const imported: Imported = { ...nothing(), whole };
  if (documents.some((document) => Number(document.formatVersion) > version)) {
    addFault(imported, "the file", "A newer version of the vault wrote it: import it with that version");
    return imported;
  }
  const vaults = new Set(documents.map(({ vault }) => (isObject(vault) ? textOf(vault.id) : "")));
  if (vaults.size > 1) {
    addFault(imported, "the file", "It holds several vaults: keep the lines of one");
    return imported;
  }
  for (const document of documents) {
    for (const [index, category] of objectsIn(document.categories).entries())
      addCategory(imported, whole, category, index);
    for (const [index, entry] of objectsIn(document.entries).entries()) addEntry(imported, entry, index);
    for (const token of objectsIn(document.twoFactor)) {
      const [service, accountName, secret] = [textOf(token.service), textOf(token.accountName), textOf(token.uri)];
      if (secret === "") addFault(imported, `two-factor token ${service}`, "It has no uri");
      else imported.twoFactor.push({ service, accountName, secret, ...given({ notes: textOf(token.notes) }) });
    }
    for (const project of objectsIn(document.envProjects))
      whole.envProjects.push({ name: textOf(project.name), description: textOf(project.description) });
    for (const file of objectsIn(document.envFiles)) addFile(imported, whole, file);
    for (const { name } of objectsIn(document.unreadable))
      addFault(imported, textOf(name), "The vault that wrote this file could not decrypt a value of it");
  }
  number(imported.entries);
  return imported;
}

const given = <Fields extends Record<string, string>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== "")) as Partial<Fields>;

const keyTypeOf = (value: unknown): ImportedEntry["keyType"] | undefined =>
  (["simple", "group", "ssh", "json"] as const).find((known) => known === value);

function addCategory(imported: Imported, { categories }: Whole, json: Json, index: number): void {
  const keyType = keyTypeOf(json.keyType);
  const name = textOf(json.name);
  if (!keyType) return addFault(imported, `category ${index + 1} (${name})`, "Its keyType is unknown");
  const optional = {
    envVarName: textOf(json.envVarName),
    icon: textOf(json.icon),
    description: textOf(json.description),
  };
  categories.push({ name, keyType, ...given(optional) });
}

/** A value as the API takes it: a group's as JSON. Undefined for what is neither. */
const valueOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : isObject(value) ? JSON.stringify(value) : undefined;

const environments = ["development", "staging", "production"] as const;

function addEntry(imported: Imported, json: Json, index: number): void {
  const [category, name] = [textOf(json.category), textOf(json.name)];
  const where = `entry ${index + 1} (${category} — ${name})`;
  const keyType = keyTypeOf(json.keyType);
  const value = valueOf(json.value);
  if (!keyType) return addFault(imported, where, "Its keyType is unknown");
  if (value === undefined) return addFault(imported, where, "It has no value");
  const environment = environments.find((known) => known === json.environment);
  const former = objectsIn(json.former).flatMap((one) => {
    const value = valueOf(one.value);
    return value === undefined ? [] : [{ value, writtenAt: textOf(one.writtenAt) }];
  });
  const entry: ImportedEntry = {
    category,
    keyType,
    name,
    value,
    ...(environment && { environment }),
    ...(typeof json.rotateEveryDays === "number" && { rotateEveryDays: json.rotateEveryDays }),
    ...given({
      envVarName: textOf(json.envVarName),
      notes: textOf(json.notes),
      expiresAt: textOf(json.expiresAt),
      valueChangedAt: textOf(json.valueChangedAt),
    }),
  };
  if (former.length > 0) entry.former = fitting(imported, where, former, (one) => one.value);
  imported.entries.push(entry);
}

const fileTypes = ["env", "env.local", "env.production", "env.development"] as const;

function addFile(imported: Imported, { envFiles }: Whole, json: Json): void {
  const project = textOf(json.project);
  const where = `${project}, .${textOf(json.fileType)}`;
  const fileType = fileTypes.find((known) => known === json.fileType);
  if (!fileType) return addFault(imported, where, "Its fileType is unknown");
  if (typeof json.content !== "string") return addFault(imported, where, "It has no content");
  const former = objectsIn(json.former).flatMap((one) =>
    typeof one.content === "string" ? [{ content: one.content, writtenAt: textOf(one.writtenAt) }] : [],
  );
  const file: ImportedFile = {
    project,
    fileType,
    content: json.content,
    ...given({ contentChangedAt: textOf(json.contentChangedAt) }),
  };
  if (former.length > 0) file.former = fitting(imported, where, former, (one) => one.content);
  envFiles.push(file);
}

/** In bytes of JSON: what a request of 8 MiB has room for beside a text of 1 MiB, however it is written. */
const formerBytesMax = 1.5 * 1024 * 1024;

const utf8 = new TextEncoder();

/** The newest that fit into one request. */
function fitting<Former>(
  imported: Imported,
  where: string,
  former: readonly Former[],
  textIn: (one: Former) => string,
): Former[] {
  let bytes = 0;
  let first = former.length;
  while (first > 0 && former.length - first < 1_000) {
    bytes += utf8.encode(JSON.stringify(textIn(former[first - 1] as Former))).length;
    if (bytes > formerBytesMax) break;
    first -= 1;
  }
  if (first > 0) addFault(imported, where, `Its ${first} oldest former values are too large for one import`);
  return former.slice(first);
}

/** Numbers those that look the same, so that the vault can tell them apart. */
function number(entries: readonly ImportedEntry[]): void {
  const same = new Map<string, ImportedEntry[]>();
  for (const entry of entries) {
    const { category, keyType, envVarName, name, environment } = entry;
    const key = JSON.stringify([category, keyType, envVarName, name, environment]);
    const known = same.get(key);
    if (known) known.push(entry);
    else same.set(key, [entry]);
  }
  for (const list of same.values())
    if (list.length > 1) for (const [index, entry] of list.entries()) entry.ordinal = index;
}
