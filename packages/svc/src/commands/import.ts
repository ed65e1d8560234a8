import { parse } from "../../../../lib/dotenv/parse";
import { command, expectArgs, selection } from "../command";
import { exitCodes, Failure } from "../failure";
import { diffNames, isSame, printDiff } from "../names-diff";
import { changeValue, makeEntry } from "../store-value";
import { confirmed, note, printJson, printLine, readInput, readText } from "../terminal";
import { byName, entryGiving, fetchVariables, selectionOf } from "../variables";

export const importFile = command({
  usage: "FILE --project NAME [--env ENV] [--check] [--partial] [--yes]",
  summary: "Stores the variables of an .env file as a project's entries; - reads standard input",
  details: "Shows which names come and change, and asks. What is stored already is left alone, so a second run changes nothing. Needs the scopes to list, read and write entries and categories, and export:read.",
  options: {
    ...selection,
    check: { type: "boolean", help: "only look: exit code 1 if anything would change" },
    partial: { type: "boolean", help: "leave out lines that can't be read" },
    yes: { type: "boolean", short: "y", help: "don't ask" },
  },
  examples: ["svc import .env --project billing --env development", "svc import .env -p billing --check", "heroku config --shell | svc import - -p billing --yes"],
  async run({ flags, args, json, settings, vault }) {
    const [file = ""] = expectArgs(args, "FILE");
    const chosen = selectionOf(flags, settings());
    if (chosen.project === undefined) throw new Failure("usage", "Which project are the entries for? Add --project.");
    const wanted = variablesOf(file === "-" ? await readInput() : readText(file), file, flags.partial === true);
    const stored = byName(await fetchVariables(vault(), chosen), chosen);
    const { added, changed } = diffNames(stored, wanted);
    const diff = { added, changed, removed: [] };
    if (json) printJson({ added, changed });
    else if (isSame(diff)) note("The vault has all of it already.");
    else printDiff(diff, process.stderr);
    if (isSame(diff)) return;
    if (flags.check) return exitCodes.refused;
    if (!(await confirmed(`Store ${added.length + changed.length} values for ${chosen.project}?`, flags.yes))) throw new Failure("refused", "Nothing was stored.");
    const categories = added.length > 0 ? await vault().listCategories() : [];
    const entries = changed.length > 0 ? await vault().listEntries() : [];
    for (const name of added) await makeEntry(vault(), categories, name, wanted.get(name) ?? "", chosen);
    for (const name of changed) {
      const entry = entryGiving(name, entries, chosen);
      if (entry) await changeValue(vault(), entry, name, wanted.get(name) ?? "");
    }
    if (!json) note(`Made ${added.length}, changed ${changed.length}.`);
  },
});

/** What the file assigns. Lines that can't be read, names given twice and empty values are told by line or name. */
function variablesOf(text: string | null, file: string, partial: boolean): Map<string, string> {
  if (text === null) throw new Failure("refused", `There is no file ${file}.`);
  const values = new Map<string, string>();
  const faults: string[] = [];
  for (const line of parse(text)) {
    if (line.kind === "invalid") faults.push(`line ${line.line}: ${line.message}`);
    if (line.kind !== "assignment") continue;
    if (line.value === "") faults.push(`line ${line.line}: ${line.name} is empty, and the vault keeps no empty values.`);
    else if (values.has(line.name) && values.get(line.name) !== line.value) faults.push(`line ${line.line}: ${line.name} is given twice; the first one counts.`);
    else values.set(line.name, line.value);
  }
  for (const fault of faults) printLine(`${file}: ${fault}`, process.stderr);
  if (faults.length > 0 && !partial) throw new Failure("refused", `${file} has ${faults.length} faulty lines: nothing was stored. Mend them, or add --partial to take the rest.`);
  return values;
}
