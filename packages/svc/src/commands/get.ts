import { command, expectArgs, selection } from "../command";
import { CliError } from "../cli-error";
import { printJson, printValue } from "../terminal/terminal";
import { entryGiving, selectionOf, unknownName } from "../variables/variables";

export const get = command({
  usage: "NAME [--project NAME] [--env ENV]",
  summary: "Prints one variable's value, byte for byte; on a terminal followed by a line break",
  details: "NAME is an environment variable, a field of a group, or for ssh and json entries the category.",
  options: selection,
  offers: "names",
  examples: ["svc get STRIPE_SECRET_KEY --env production", 'psql "$(svc get DATABASE_URL -p billing)"'],
  async run({ flags, args, json, settings, vault }) {
    const [name = ""] = expectArgs(args, "NAME");
    const [entries, chosen] = [await vault().listEntries(), selectionOf(flags, settings())];
    const entry = entryGiving(name, entries, chosen, "svc reveal");
    if (!entry) throw unknownName(name, entries, chosen);
    const { value } = await vault().revealEntry(entry.id);
    const found = typeof value === "string" ? value : value[name];
    if (found === undefined) throw new CliError("refused", `${name} was just changed: try again.`);
    if (json) printJson({ id: entry.id, name, project: entry.name, environment: entry.environment, value: found });
    else printValue(found);
  },
});
