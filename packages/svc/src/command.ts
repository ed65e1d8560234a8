import type { ParseArgsConfig } from "node:util";
import { CliError } from "./cli-error";
import type { Settings } from "./settings";
import type { VaultClient } from "./vault/vault";

/** What a shell can complete by asking svc, except files. */
export type Asked = "files" | "projects" | "names" | "env-projects" | "services";

/**
 * `value` names the option's value; for completion, `values` are all possible ones, or `asks` says what to ask svc for;
 * `list`: several, separated by commas.
 */
export type Options = Readonly<
  Record<
    string,
    {
      type: "string" | "boolean";
      short?: string;
      value?: string;
      values?: readonly string[];
      asks?: Asked;
      list?: boolean;
      help: string;
    }
  >
>;

export type Flags<O extends Options> = { [K in keyof O]?: O[K]["type"] extends "boolean" ? boolean : string };

/** A command's input. Settings and vault are resolved on first use, so that help needs neither. */
export type Call<O extends Options> = {
  flags: Flags<O>;
  args: string[];
  /** What came after `--`; undefined without one. */
  rest: string[] | undefined;
  json: boolean;
  settings(): Settings;
  vault(): VaultClient;
  /** All commands, by name. */
  commands: Readonly<Record<string, ListedCommand>>;
};

export type Command<O extends Options = Options> = {
  usage: string;
  summary: string;
  details?: string;
  options: O;
  /** What its arguments are, for a shell to offer. */
  offers?: readonly string[] | Asked;
  examples: readonly string[];
  /** Its exit code 1 is a result, as with --check, so refusals end with 2 instead. */
  compares?: boolean;
  /** What comes after `--` is a command to run. Elsewhere it is arguments, which may begin with a dash. */
  takesCommand?: boolean;
  /** Resolves with the exit code; 0 when it has none. */
  run(call: Call<O>): Promise<number | void>;
};

/** The command as listed: the rest is loaded when it is called. */
export type ListedCommand = { summary: string; load(): Promise<Command> };

/** Ties the flags' types to their declaration. */
export const command = <const O extends Options>(spec: Command<O>): Command<O> => spec;

export const globalOptions = {
  url: { type: "string", value: "URL", help: "the vault's address" },
  "key-file": { type: "string", value: "FILE", asks: "files", help: "a file that holds the access key" },
  "insecure-http": { type: "boolean", help: "allow http:// to another machine: anyone in between can read everything" },
  timeout: { type: "string", value: "SECONDS", help: "give up after this many seconds without an answer (10)" },
  json: { type: "boolean", help: "results on stdout and errors on stderr as JSON" },
  help: { type: "boolean", short: "h", help: "show this help" },
} as const satisfies Options;

export const environments = ["development", "staging", "production"] as const;
/** What --env takes: `none` selects the entries without one, as in the limits of a key. */
export const selectableEnvironments = [...environments, "none"] as const;

/** Options that select entries, shared by several commands. */
export const selection = {
  project: {
    type: "string",
    short: "p",
    value: "NAME",
    asks: "projects",
    help: "the entry's name; default: the one in .svc.json",
  },
  env: {
    type: "string",
    short: "e",
    value: "ENV",
    values: selectableEnvironments,
    help: "development, staging or production, or none: entries without one; default: the one in .svc.json",
  },
} as const satisfies Options;

export function parserOptions(options: Options): NonNullable<ParseArgsConfig["options"]> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short ? { short } : {}) }]),
  );
}

/** `-p=NAME` is what other programs take for `--project=NAME`; the parser would take the value to be `=NAME`. */
export function withoutEquals(arg: string, options: Options): string {
  const [, short, value] = /^-([^-=])=([^]*)$/.exec(arg) ?? [];
  const [name] = Object.entries(options).find(([, option]) => short !== undefined && option.short === short) ?? [];
  return name === undefined ? arg : `--${name}=${value}`;
}

/** No line of help is wider, and none is broken within a word. */
const helpWidthMax = 100;
const optionWidth = 29;

export function helpOf(name: string, { usage, summary, details, options, examples }: Command): string {
  const width = Math.min(process.stdout.columns || helpWidthMax, helpWidthMax);
  const rows = (listed: Options) =>
    Object.entries(listed).map(([flag, { short, value, help }]) => {
      const shown = `${short ? `-${short}, ` : "    "}--${flag}${value ? ` ${value}` : ""}`;
      const lines = wrapped(help, Math.max(width - optionWidth, 20));
      return `  ${shown.padEnd(optionWidth - 3)} ${lines.join(`\n${" ".repeat(optionWidth)}`)}`;
    });
  return [
    `svc ${name}${usage && ` ${usage}`}`,
    "",
    ...wrapped(`${summary}.`, width),
    ...(details ? details.split("\n").flatMap((paragraph) => wrapped(paragraph, width)) : []),
    ...(Object.keys(options).length > 0 ? ["", "Options", ...rows(options)] : []),
    "",
    "Everywhere",
    ...rows(globalOptions),
    "",
    "Examples",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Wrong usage: one of these options, which would be ignored. Whoever gives an option expects it to count. */
export function refuseOptions<O extends Options>(
  flags: Flags<O>,
  names: readonly (keyof O & string)[],
  why: (option: string) => string,
): void {
  const given = names.find((name) => flags[name] !== undefined);
  if (given !== undefined) throw new CliError("usage", why(`--${given}`));
}

/** The arguments, exactly as many as named; otherwise a usage error. */
export function expectArgs(args: readonly string[], ...names: string[]): string[] {
  if (args.length < names.length) throw new CliError("usage", `${names[args.length]} is missing.`);
  if (args.length > names.length)
    throw new CliError(
      "usage",
      `Too many arguments: ${names.length === 0 ? "none is" : `only ${names.join(" and ")} ${names.length === 1 ? "is" : "are"}`} expected.`,
    );
  const empty = args.indexOf("");
  if (empty >= 0) throw new CliError("usage", `${names[empty]} is empty.`);
  return [...args];
}

/** An option's whole number from 1 to `max`, which has three digits at most; otherwise a usage error. */
export function numberOf(name: string, given: string | undefined, otherwise: number, max: number): number {
  if (given === undefined) return otherwise;
  const number = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (number < 1 || number > max) throw new CliError("usage", `--${name} is a number from 1 to ${max}.`);
  return number;
}
