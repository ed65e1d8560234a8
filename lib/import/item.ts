import { parseReference } from "../dotenv/reference";
import { readWritten, WrittenNumber, writeWritten } from "./json";

/** An item of another program's export, in the vault's form. */
export type ImportedEntry = {
  category: string;
  keyType: "simple" | "group" | "ssh" | "json";
  /** Only for simple entries. */
  envVarName?: string;
  /** The project. */
  name: string;
  environment?: "development" | "staging" | "production";
  notes?: string;
  value: string;
  /** What only a vault's own export says. Dates are ISO 8601. */
  expiresAt?: string;
  rotateEveryDays?: number;
  valueChangedAt?: string;
  former?: { value: string; writtenAt: string }[];
  /** Which one it is of several that look the same. */
  ordinal?: number;
};

type ImportedCategory = {
  name: string;
  keyType: ImportedEntry["keyType"];
  envVarName?: string;
  icon?: string;
  description?: string;
};
type ImportedProject = { name: string; description: string };
export type ImportedFile = {
  project: string;
  fileType: "env" | "env.local" | "env.production" | "env.development";
  content: string;
  contentChangedAt?: string;
  former?: { content: string; writtenAt: string }[];
};

/** What only a vault's own export holds. */
export type Whole = { categories: ImportedCategory[]; envProjects: ImportedProject[]; envFiles: ImportedFile[] };

type ImportedToken = { service: string; accountName: string; secret: string; notes?: string };

/** What is said of an item, and where it is: its line or its name. Never contains a value. */
type Told = { where: string; message: string };

export type Imported = {
  entries: ImportedEntry[];
  twoFactor: ImportedToken[];
  /** Items that can't be imported. */
  faults: Told[];
  /** Items that are imported, but that somebody should look at. */
  notes?: Told[];
  /** Only of a vault's own export. */
  whole?: Whole;
};

export const nothing = (): Imported => ({ entries: [], twoFactor: [], faults: [] });

const toldMax = 1_000;

/** A text, or a function that makes it: of a hundred thousand lines, few have a fault. */
export type Lazily = string | (() => string);
const made = (text: Lazily): string => (typeof text === "string" ? text : text());

/**
 * Adds an item that can't be imported. In a text of another format every line may be one, so it reports a thousand, and
 * then that there are more.
 */
export function addFault({ faults }: Imported, where: Lazily, message: Lazily): void {
  tell(faults, where, message, "More than 1,000 items can’t be imported: is this the right file?");
}

/** Adds what somebody should know about an item that is imported anyway; as many as of faults. */
export function addNote(imported: Imported, where: Lazily, message: Lazily): void {
  tell((imported.notes ??= []), where, message, "There are more than 1,000 of them");
}

function tell(list: Told[], where: Lazily, message: Lazily, more: string): void {
  if (list.length > toldMax) return;
  list.push(
    list.length < toldMax ? { where: made(where), message: made(message) } : { where: "further on", message: more },
  );
}

/** Turns a display name into a variable's name: upper case, with underscores for all other characters. */
export function variableNameOf(text: string): string {
  const name = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .toUpperCase();
  return name === "" ? "VALUE" : /^\d/.test(name) ? `_${name}` : name;
}

/** Far more than anybody stores, and few enough for a browser to handle. */
const entriesMax = 50_000;
const tooMany = "One import takes at most 50,000 entries: split the file";

const linkTold =
  "It is a link to an entry and not a value, so it is not imported; svc pull --resolve writes files with the values";

/**
 * Adds one variable as an entry in a category with its name. An empty value is a fault, since the vault stores none, and so
 * is a link to an entry: what runs with the variable would get the link instead of the secret.
 */
export function addVariable(
  imported: Imported,
  where: Lazily,
  variable: {
    name: string;
    value: string;
    project: string;
    environment?: ImportedEntry["environment"];
    notes?: string;
  },
): void {
  const { name, value, project, environment, notes } = variable;
  if (value === "") return addFault(imported, where, "Its value is empty");
  if (parseReference(value)) return addFault(imported, where, linkTold);
  if (imported.entries.length >= entriesMax) return addFault(imported, where, tooMany);
  const entry: ImportedEntry = { category: name, keyType: "simple", envVarName: name, name: project, value };
  if (environment) entry.environment = environment;
  if (notes) entry.notes = notes;
  imported.entries.push(entry);
}

/** Adds fields as a group. Empty ones are left out, and repeated names are numbered. */
export function addGroup(
  imported: Imported,
  where: Lazily,
  group: {
    category: string;
    project: string;
    fields: readonly (readonly [name: string, value: string | null | undefined])[];
    notes?: string | undefined;
  },
): void {
  const kept: Record<string, string> = {};
  /** Counting from 2 at each repetition would take minutes for a file's worth of them. */
  const numbers = new Map<string, number>();
  for (const [name, value] of group.fields) {
    if (!value) continue;
    let free = name;
    for (let number = numbers.get(name) ?? 2; Object.hasOwn(kept, free); number += 1) {
      free = `${name}_${number}`;
      numbers.set(name, number + 1);
    }
    kept[free] = value;
  }
  if (Object.keys(kept).length === 0) addFault(imported, where, "It holds no value");
  else if (imported.entries.length >= entriesMax) addFault(imported, where, tooMany);
  else
    imported.entries.push({
      category: group.category,
      keyType: "group",
      name: group.project,
      value: JSON.stringify(kept),
      ...(group.notes ? { notes: group.notes } : {}),
    });
}

/** Other tools' names for environments. */
export function environmentOf(said: unknown): ImportedEntry["environment"] {
  if (typeof said !== "string") return undefined;
  const text = said.trim();
  if (/^(dev|development|local)$/i.test(text)) return "development";
  if (/^(stg|stage|staging|test)$/i.test(text)) return "staging";
  return /^(prd|prod|production|live)$/i.test(text) ? "production" : undefined;
}

/**
 * Like `addVariable`, for one item among others that each say their environment. One that the vault doesn't have is a fault:
 * imported without it, the value of `qa` would stand beside that of `production`, or in its place.
 */
export function addVariableOf(
  said: unknown,
  imported: Imported,
  where: Lazily,
  variable: Omit<Parameters<typeof addVariable>[2], "environment">,
): void {
  const environment = environmentOf(said);
  if (environment || textOf(said).trim() === "") addVariable(imported, where, { ...variable, environment });
  else addFault(imported, where, "Its environment is none of development, staging and production");
}

export type Json = { [name: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : value instanceof WrittenNumber
        ? value.text
        : "";
/** What is not text itself is kept as JSON. */
export const asText = (value: unknown): string =>
  textOf(value) || (typeof value === "object" && value !== null ? writeWritten(value) : "");

/** The content of a valid JSON text, with numbers as they are written; reports names of which it drops a value. */
export const writtenIn = (imported: Imported, text: string, within = ""): unknown =>
  readWritten(text, (name) =>
    addFault(imported, `${within}${name}`, "It is given more than once, with different values: the last one counts"),
  );
