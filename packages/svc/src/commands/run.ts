import { isRepresentable } from "../../../../lib/dotenv/serialize";
import { runChild } from "../child";
import { command, selection } from "../command";
import type { Variable } from "../export-answer";
import { CliError } from "../cli-error";
import { fetchOrFallBack } from "../fallback";
import { fetchFrom, filesOptions, sourceOf } from "../project-variables";
import { valuesByName, selectionOf } from "../variables";

export const run = command({
  usage:
    "[--project NAME] [--env ENV] [--files] [--only NAMES] [--except NAMES] [--no-inherit] [--mask] [--fallback FILE] -- COMMAND…",
  summary: "Runs a command with the values in its environment",
  details:
    "Signals go to the command, and svc ends with its exit code: 127 if there is no such command, 126 if it can't be run. The access key is not in its environment. A name set by two entries is an error, and so is a selection without values.",
  options: {
    ...selection,
    ...filesOptions,
    only: {
      type: "string",
      value: "A,B",
      asks: "names",
      list: true,
      help: "only these names; a missing one is an error",
    },
    except: {
      type: "string",
      value: "A,B",
      asks: "names",
      list: true,
      help: "all but these names; a missing one is an error",
    },
    "allow-empty": { type: "boolean", help: "run the command even if the selection has no values" },
    "no-inherit": { type: "boolean", help: "nothing else in the environment except PATH, HOME and the like" },
    mask: { type: "boolean", help: "show *** in place of values that the command prints" },
    fallback: {
      type: "string",
      value: "FILE",
      asks: "files",
      help: "keep an encrypted copy in this file, and use it when the vault can't be reached",
    },
  },
  examples: [
    "svc run -- npm start",
    "svc run -p billing -e production --only DATABASE_URL -- ./migrate.sh",
    "svc run --files -p billing -e production -- node server.js",
    "svc run --mask --fallback ~/.cache/svc-billing -- ./deploy.sh",
  ],
  async run({ flags, args, rest, settings, vault }) {
    if (args.length > 0 || !rest?.[0])
      throw new CliError("usage", "Put the command behind --, as in: svc run -- npm start");
    const chosen = selectionOf(flags, settings());
    const allowEmpty = flags["allow-empty"] === true;
    const source = sourceOf(flags, chosen);
    const variables = await fetchOrFallBack(() => fetchFrom(vault(), source, allowEmpty), {
      settings: settings(),
      source,
      file: flags.fallback,
      allowEmpty,
    });
    const values = valuesByName(picked(variables, namesIn(flags.only), namesIn(flags.except)), chosen);
    const unfit = [...values].filter(([, value]) => !isRepresentable(value)).map(([name]) => name);
    if (unfit.length > 0)
      throw new CliError(
        "refused",
        `No environment can hold ${unfit.join(", ")}: a NUL character is in the value. Leave it out with --except.`,
      );
    return runChild(
      rest,
      { ...inherited(flags["no-inherit"] === true), ...Object.fromEntries(values) },
      flags.mask ? [...values.values()] : null,
    );
  },
});

const namesIn = (list: string | undefined) =>
  list
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The variables in `only`, or all, minus those in `except`. An unknown name is a mistake that would go unnoticed. */
function picked(
  variables: readonly Variable[],
  only: readonly string[] | undefined,
  except: readonly string[] = [],
): Variable[] {
  const missing = [...(only ?? []), ...except].filter((name) => !variables.some((variable) => variable.name === name));
  if (missing.length > 0) throw new CliError("refused", `No entry sets ${missing.join(", ")}.`);
  return variables.filter(({ name }) => (only === undefined || only.includes(name)) && !except.includes(name));
}

const ownNames = ["SVC_ACCESS_KEY", "SVC_ACCESS_KEY_FILE", "SVC_ID_TOKEN"];
/** What programs need from the system's environment; none of it is the vault's. */
const basicNames = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "PATHEXT",
  "SYSTEMROOT",
  "WINDIR",
  "COMSPEC",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

function inherited(basicOnly: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !ownNames.includes(name.toUpperCase()) && (!basicOnly || basicNames.includes(name.toUpperCase())),
  );
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
}
