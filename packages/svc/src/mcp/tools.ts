import path from "node:path";
import { selectableEnvironments } from "../command";
import { findProjectFile } from "../project-file";
import type { KeptKeySettings } from "../settings";
import { selectionOf } from "../variables/variables";
import type { Selection, VaultClient } from "../vault/vault";
import { checkNames, findDrift, findDue, findHistory, type HistoryOf } from "./checks";
import { within } from "./folder";
import { findNames, type Query } from "./names";
import { writeReference } from "./write-reference";

/** What a tool works on. */
type Place = { vault: VaultClient; settings: KeptKeySettings; folder: string };

/** A tool that answers without a value: names, versions, days and states. */
type Tool = {
  description: string;
  properties: Record<string, object>;
  required: readonly string[];
  /** Whether it changes a file on this machine. */
  writes?: boolean;
  run(place: Place, input: never): Promise<unknown>;
};

/** Names are at most this long, and so is what is searched for. */
const text = (description: string) => ({ type: "string", minLength: 1, maxLength: 400, description });
const flag = (description: string) => ({ type: "boolean", description });
const selection = {
  project: text("The project; default: the one in .svc.json"),
  env: {
    enum: selectableEnvironments,
    description: "The environment, none for entries without one; default: the one in .svc.json",
  },
};

export const commandProperties = {
  command: {
    type: "array",
    minItems: 1,
    maxItems: 64,
    items: { type: "string", maxLength: 4_096 },
    description: "The program and its arguments, each on its own; there is no shell",
  },
  only: {
    type: "array",
    maxItems: 200,
    items: { type: "string", minLength: 1, maxLength: 200 },
    description: "Only these variables; default: all of the project",
  },
  files: flag("Take the values of the env project's files instead of the entries"),
  local: flag("With files: .env.local too"),
  timeoutSeconds: { type: "integer", minimum: 1, maximum: 600, description: "Default: 120" },
};

export const tools: Readonly<Record<string, Tool>> = {
  find_names: {
    description:
      "Find entries, env projects with their files' variables, and two-factor tokens by name. Gives names and references (svc://…), never values.",
    properties: {
      query: text("A part of any of the names"),
      project: text("Only this project"),
      env: { ...selection.env, description: "Only this environment, none for entries without one; default: all" },
    },
    required: [],
    run: ({ vault }, query: Query) => findNames(vault, query),
  },
  check_names: {
    description:
      "List the names that .env.example or a JSON Schema expects and the project lacks (missing), and those it does not expect (surplus).",
    properties: {
      file: text("A file in this folder; default: .env.example"),
      ...selection,
      files: flag("Compare with the env project's files instead of the entries"),
    },
    required: [],
    run: ({ vault, folder }, input: Selection & { file?: string; files?: boolean }) =>
      checkNames(vault, within(folder, input.file ?? ".env.example"), {
        ...withDefaults(folder, input),
        files: input.files === true,
      }),
  },
  find_drift: {
    description:
      "Say for each variable of a project's env files in the vault whether it refers to an entry (linked), holds what one holds (same), holds what one held before (outdated), or neither (plain).",
    properties: { project: selection.project },
    required: [],
    run: ({ vault, folder }, input: Selection) => findDrift(vault, withDefaults(folder, input).project),
  },
  find_due: {
    description: "List what expires or is due for replacement within 30 days, and what is overdue.",
    properties: {},
    required: [],
    run: ({ vault }) => findDue(vault),
  },
  find_history: {
    description: "List the versions of an entry or env file: number, names, when and by whom. Never values.",
    properties: {
      name: text("The entry's variable"),
      file: {
        enum: ["env", "env.local", "env.production", "env.development"],
        description: "Instead of name: an env file",
      },
      ...selection,
    },
    required: [],
    run: ({ vault, folder }, input: HistoryOf) => findHistory(vault, input, withDefaults(folder, {})),
  },
  write_reference: {
    description:
      "Write a reference (svc://…), as find_names returns it, into a variable of a .env file in this folder, replacing its value.",
    properties: {
      file: text("The file, such as .env.example or .env"),
      variable: text("The variable's name"),
      reference: {
        type: "string",
        minLength: 1,
        maxLength: 2_000,
        description: "svc://category/name/environment[/field]",
      },
      replace: flag("Whether an existing value may be overwritten"),
    },
    required: ["file", "variable", "reference"],
    writes: true,
    run: ({ vault, folder }, input: { file: string; variable: string; reference: string; replace?: boolean }) =>
      writeReference(vault, within(folder, input.file), { ...input, replace: input.replace === true }),
  },
};

/** The selection, completed from `.svc.json` as it stands now. */
function withDefaults(folder: string, selection: Selection): Selection {
  const file = findProjectFile(folder);
  return selectionOf(selection, { project: file?.project, env: file?.environment });
}

/** The folder that tools work in: that of `.svc.json`, or the one where svc was started. */
export function toolFolder(): string {
  const file = findProjectFile(process.cwd());
  return file ? path.dirname(file.path) : process.cwd();
}
