/** What an export of somewhere else holds, as the vault would keep it. */
export type ImportedEntry = {
  category: string;
  keyType: "simple" | "group" | "ssh" | "json";
  /** For simple entries alone. */
  envVarName?: string;
  /** The project. */
  name: string;
  environment?: "development" | "staging" | "production";
  notes?: string;
  value: string;
};

type ImportedToken = { service: string; accountName: string; secret: string; notes?: string };

/** What can't be taken, and where it stands: a line, or an item by its name. Never holds a value. */
type Fault = { where: string; message: string };

export type Imported = { entries: ImportedEntry[]; twoFactor: ImportedToken[]; faults: Fault[] };

export const nothing = (): Imported => ({ entries: [], twoFactor: [], faults: [] });

const faultsMax = 1_000;

/** A text, or what makes it: of a hundred thousand lines few have a fault to tell. */
export type Lazily = string | (() => string);
const made = (text: Lazily): string => (typeof text === "string" ? text : text());

/** Notes what can't be taken. In a text of another kind every line may be a fault: a thousand are told, and that there are more. */
export function addFault({ faults }: Imported, where: Lazily, message: Lazily): void {
  if (faults.length > faultsMax) return;
  faults.push(
    faults.length < faultsMax
      ? { where: made(where), message: made(message) }
      : {
          where: "further on",
          message: "More than 1,000 items can’t be imported: is this the right file?",
        },
  );
}

/** A display name as a variable's: upper case, anything else an underscore. */
export function variableNameOf(text: string): string {
  const name = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .toUpperCase();
  return name === "" ? "VALUE" : /^\d/.test(name) ? `_${name}` : name;
}

/** Far more than anybody keeps, and few enough for a browser to look through. */
const entriesMax = 50_000;
const tooMany = "One import takes at most 50,000 entries: split the file";

/** One variable as an entry in a category of its own name. An empty value is a fault: the vault keeps none. */
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
  if (imported.entries.length >= entriesMax) return addFault(imported, where, tooMany);
  const entry: ImportedEntry = { category: name, keyType: "simple", envVarName: name, name: project, value };
  if (environment) entry.environment = environment;
  if (notes) entry.notes = notes;
  imported.entries.push(entry);
}

/** Fields as a group, empty ones left out; names that come twice are numbered. */
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
  for (const [name, value] of group.fields) {
    if (!value) continue;
    let free = name;
    for (let number = 2; Object.hasOwn(kept, free); number += 1) free = `${name}_${number}`;
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

/** Words for an environment, as other tools call them. */
export function environmentOf(text: unknown): ImportedEntry["environment"] {
  if (typeof text !== "string" || text === "") return undefined;
  if (/^(dev|development|local)$/i.test(text)) return "development";
  if (/^(stg|stage|staging|test)$/i.test(text)) return "staging";
  return /^(prd|prod|production|live)$/i.test(text) ? "production" : undefined;
}

export type Json = { [name: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
