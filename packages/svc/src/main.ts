import path from "node:path";
import { parseArgs } from "node:util";
import { type Call, type Flags, globalOptions, helpOf, type Options, parserOptions, withoutEquals } from "./command";
import { commands } from "./commands";
import { exitCodes, CliError } from "./cli-error";
import { nearest } from "./nearest";
import { isReaderGone, watchOutput } from "./terminal/output";
import { type GlobalFlags, type Settings, settingsFrom } from "./settings";
import { note, printLine } from "./terminal/terminal";
import { vaultClient } from "./vault/vault";

declare const SVC_VERSION: string;

const overview = () =>
  [
    "svc: the secrets vault from a terminal, a script or a CI job",
    "",
    "svc COMMAND [options]",
    "",
    "Commands",
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`),
    "",
    "svc COMMAND --help says more, with examples.",
    "Settings: flags, then SVC_URL and SVC_ACCESS_KEY (or SVC_ACCESS_KEY_FILE), then .svc.json, then what",
    "svc login stored. In CI, SVC_OIDC=true needs no key.",
    "Exit codes: 0 done, 1 refused or not found, 2 usage, 3 network, 4 authentication; svc run ends with",
    "the command's exit code.",
    "",
  ].join("\n");

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...others] = argv;
  if (name === undefined || name === "--help" || name === "-h" || (name === "help" && others.length === 0))
    return print(overview());
  if (name === "--version") return print(`${SVC_VERSION}\n`);
  const asked = name === "help" ? (others[0] ?? "") : name;
  const listed = Object.hasOwn(commands, asked) ? commands[asked as keyof typeof commands] : undefined;
  if (!listed) {
    const meant = nearest(asked, Object.keys(commands));
    const hint = meant === null ? "" : ` Did you mean ${meant}?`;
    throw new CliError("usage", `There is no command ${asked}.${hint} svc --help lists them.`);
  }
  const command = await listed.load();
  if (name === "help") return print(helpOf(asked, command));

  const end = others.indexOf("--");
  const rest = end === -1 ? undefined : others.slice(end + 1);
  const { values, positionals } = parse(command.options, end === -1 ? others : others.slice(0, end), asked);
  if (values.help) return print(helpOf(asked, command));
  const settings = settingsLater(values as GlobalFlags);
  const call: Call<Options> = {
    flags: values as Flags<Options>,
    args: command.takesCommand ? positionals : [...positionals, ...(rest ?? [])],
    rest,
    json: values.json === true,
    settings,
    vault: once(() => vaultClient(settings())),
    commands,
  };
  try {
    return (await command.run(call)) ?? exitCodes.ok;
  } catch (error) {
    const isAnswer = command.compares || values.check === true;
    throw isAnswer && error instanceof CliError && error.exitCode === exitCodes.refused
      ? new CliError("usage", error.message, error.list)
      : error;
  }
}

/** Read when they are needed. A command may enter another folder before: paths lead from where they were written. */
function settingsLater(flags: GlobalFlags): () => Settings {
  const file = process.env["SVC_ACCESS_KEY_FILE"];
  if (file) process.env["SVC_ACCESS_KEY_FILE"] = path.resolve(file);
  const given = flags["key-file"] === undefined ? {} : { "key-file": path.resolve(flags["key-file"]) };
  return once(() => settingsFrom({ ...flags, ...given }));
}

function parse(given: Options, args: string[], name: string) {
  const options = { ...given, ...globalOptions };
  try {
    return parseArgs({
      args: args.map((arg) => withoutEquals(arg, options)),
      options: parserOptions(options),
      allowPositionals: true,
    });
  } catch (error) {
    // A mistyped value may be a secret: only the flag is named.
    const flag = (/--[\w-]+/.exec(String(error)) ?? /-\w/.exec(String(error)))?.[0] ?? "An option";
    const fault =
      (error as NodeJS.ErrnoException).code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE"
        ? "needs a value, or doesn't take one"
        : "is unknown";
    throw new CliError("usage", `${flag} ${fault}. svc ${name} --help lists the options.`);
  }
}

const print = (text: string) => {
  process.stdout.write(text);
  return exitCodes.ok;
};

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const output = watchOutput();

// If nothing were left to wait for before it is known how it ends, Node would end it as if all were well.
let isDone = false;
process.on("exit", () => {
  if (isDone) return;
  note("This stopped before it was done, which is a bug in svc.");
  process.exitCode = exitCodes.usage;
});
main(process.argv.slice(2)).then(
  (exitCode) => {
    isDone = true;
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    isDone = true;
    if (isReaderGone(error)) return (process.exitCode = exitCodes.ok);
    if (output.isFault(error)) return (process.exitCode = exitCodes.usage);
    const { message, text, exitCode, list } =
      error instanceof CliError
        ? error
        : // Never 1, which is a result of some commands.
          new CliError("usage", `svc failed: ${error instanceof Error ? (error.stack ?? error.message) : "unknown"}`);
    const options = process.argv.includes("--") ? process.argv.slice(0, process.argv.indexOf("--")) : process.argv;
    if (options.includes("--json")) printLine(JSON.stringify({ error: text, exitCode }), process.stderr);
    // A bug in svc prints its stack; a message is one line, and what it lists one each, whatever names they contain.
    else
      for (const line of error instanceof CliError
        ? [`svc: ${message}`, ...list.map((item) => `  ${item}`)]
        : `svc: ${message}`.split("\n"))
        printLine(line, process.stderr);
    process.exitCode = exitCode;
  },
);
