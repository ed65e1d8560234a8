import { isRepresentable } from "../../../../lib/dotenv/serialize";
import { runChild } from "../processes/child";
import { command, selection } from "../command";
import { CliError } from "../cli-error";
import { fetchOrFallBack } from "../variables/fallback";
import { fetchFrom, filesOptions, sourceOf } from "../variables/project-variables";
import { inherited } from "../processes/inherited";
import { picked } from "../variables/picked";
import { valuesByName, selectionOf } from "../variables/variables";
import { watchingIn, watchOptions } from "../watch/options";

export const run = command({
  usage:
    "[--project NAME] [--env ENV] [--files] [--only NAMES] [--except NAMES] [--no-inherit] [--mask] [--fallback FILE] [--watch] -- COMMAND…",
  summary: "Runs a command with the values in its environment",
  details:
    "Signals go to the command, and svc ends with its exit code: 127 if there is no such command, 126 if it can't be run. The access key is not in its environment. A name set by two entries is an error, and so is a selection without values.",
  takesCommand: true,
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
    mask: { type: "boolean", help: "show *** instead of values that the command prints" },
    fallback: {
      type: "string",
      value: "FILE",
      asks: "files",
      help: "keep an encrypted copy in this file, and use it when the vault can't be reached",
    },
    ...watchOptions,
  },
  examples: [
    "svc run -- npm start",
    "svc run -p billing -e production --only DATABASE_URL -- ./migrate.sh",
    "svc run --files -p billing -e production -- node server.js",
    "svc run --mask --fallback ~/.cache/svc-billing -- ./deploy.sh",
    "svc run --watch -p billing -e production -- node server.js",
  ],
  async run({ flags, args, rest, settings, vault }) {
    if (args.length > 0 || !rest?.[0])
      throw new CliError("usage", "Put the command after --, as in: svc run -- npm start");
    const chosen = selectionOf(flags, settings());
    const allowEmpty = flags["allow-empty"] === true;
    const source = sourceOf(flags, chosen);
    const only = namesIn(flags.only);
    if (only?.length === 0) throw new CliError("usage", "--only names nothing: give names, separated by commas.");
    const load = async () => {
      const variables = await fetchOrFallBack(() => fetchFrom(vault(), source, allowEmpty), {
        settings: settings(),
        source,
        file: flags.fallback,
        allowEmpty,
      });
      const some = picked(variables, only, namesIn(flags.except));
      if (some.length === 0 && only && !allowEmpty)
        throw new CliError("refused", "--only and --except leave no value. Add --allow-empty if that is right.");
      return fitting(valuesByName(some, chosen));
    };
    const environment = (values: ReadonlyMap<string, string>) => ({
      env: { ...inherited(flags["no-inherit"] === true), ...Object.fromEntries(values) },
      masked: flags.mask ? [...values.values()] : null,
    });
    const watching = watchingIn(flags);
    if (watching) {
      const { runWatched } = await import("../watch/watched");
      return runWatched(rest, { load, environment, ...watching, vault: vault(), source });
    }
    const { env, masked } = environment(await load());
    return runChild(rest, env, masked);
  },
});

/** Refuses values that no environment can hold. */
function fitting(values: Map<string, string>): Map<string, string> {
  const unfit = [...values].filter(([, value]) => !isRepresentable(value)).map(([name]) => name);
  if (unfit.length > 0)
    throw new CliError(
      "refused",
      `${unfit.join(", ")} can't be put into an environment: the value contains a NUL character. Leave it out with --except.`,
    );
  return values;
}

const namesIn = (list: string | undefined) =>
  list
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
