import { command, expectArgs, selection } from "../command";
import { noteNothingIn } from "../variables/empty-selection";
import { printJson, printTable } from "../terminal/terminal";
import { isSelected, namesOf, selectionOf } from "../variables/variables";

export const ls = command({
  usage: "[--project NAME] [--env ENV]",
  summary: "Lists entries by their variables' names, without values",
  options: selection,
  examples: ["svc ls", "svc ls --env production", "svc ls --json | jq -r '.[].id'"],
  async run({ flags, args, json, settings, vault }) {
    expectArgs(args);
    const chosen = selectionOf(flags, settings());
    const all = await vault().listEntries();
    const entries = all.filter(isSelected(chosen));
    if (entries.length === 0 && (chosen.project ?? chosen.env) !== undefined)
      await noteNothingIn(vault(), chosen, { what: "entry", entries: all });
    if (json) return printJson(entries);
    if (entries.length > 0)
      printTable([
        ["NAME", "PROJECT", "ENV", "CATEGORY", "ID"],
        ...entries.map((entry) => [
          namesOf(entry).join(","),
          entry.name,
          entry.environment ?? "-",
          entry.category.name,
          entry.id,
        ]),
      ]);
  },
});
