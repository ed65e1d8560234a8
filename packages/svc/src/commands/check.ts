import { CliError, exitCodes } from "../cli-error";
import { command, selection } from "../command";
import { noteNothingIn } from "../variables/empty-selection";
import { checkNames, type NamesCheck, readExpected } from "../variables/expected-names";
import { fetchFrom, filesOptions, sourceOf, withOnlyEnvironment } from "../variables/project-variables";
import { note, printJson, printLine, readText } from "../terminal/terminal";
import { selectionOf, valuesByName } from "../variables/variables";

const exampleFile = ".env.example";

export const check = command({
  usage: "[FILE] [--project NAME] [--env ENV] [--files] [--allow-surplus]",
  summary: "Compares a project's names with .env.example or a JSON Schema: what is missing, surplus or empty",
  details:
    "FILE defaults to .env.example in this folder; a file that ends in .json is the JSON Schema of an object. Never shows values. Exit code 1 if a name is missing, surplus or empty, 2 if that can't be determined.",
  options: {
    ...selection,
    ...filesOptions,
    "allow-surplus": { type: "boolean", help: "names that FILE lacks are fine" },
    "allow-empty": { type: "boolean", help: "empty values are fine" },
  },
  offers: "files",
  compares: true,
  examples: [
    "svc check -p billing -e production",
    "svc check --files -e production apps/web/.env.example   # in CI",
    "svc check env.schema.json --allow-surplus --json",
  ],
  async run({ flags, args, json, settings, vault }) {
    if (args.length > 1) throw new CliError("usage", "Too many arguments: only FILE is expected.");
    const file = args[0] ?? exampleFile;
    const text = readText(file);
    if (text === null)
      throw new CliError(
        "usage",
        `There is no file ${file}.${args[0] === undefined ? " Name another, such as svc check env.schema.json." : ""}`,
      );
    const expected = readExpected(file, text);
    const source = sourceOf(flags, selectionOf(flags, settings()));
    const chosen = await withOnlyEnvironment(vault(), source);
    const variables = await fetchFrom(vault(), { ...source, selection: chosen }, true);
    if (variables.length === 0 && !flags.files) await noteNothingIn(vault(), chosen);
    const { missing, surplus, empty } = checkNames(expected, valuesByName(variables, chosen));
    const found: NamesCheck = {
      missing,
      surplus: flags["allow-surplus"] ? [] : surplus,
      empty: flags["allow-empty"] ? [] : empty,
    };
    const isFine = Object.values(found).every((names) => names.length === 0);
    if (json) printJson(found);
    else if (isFine) note(`Every name in ${file} has a value.`);
    else for (const [how, names] of Object.entries(found)) for (const name of names) printLine(`${how}  ${name}`);
    return isFine ? exitCodes.ok : exitCodes.refused;
  },
});
