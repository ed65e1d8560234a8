import type { ListedEntry } from "../../../lib/contracts/entries";
import type { Options } from "./command";
import { CliError } from "./cli-error";
import { describeEntry, entryGiving, isSelected, namesOf } from "./variables";
import type { Selection, VaultClient } from "./vault";

export const idOption = {
  id: { type: "string", value: "ID", help: "the entry's id, if several entries set NAME: svc ls shows it" },
} as const satisfies Options;

/** The one entry that sets a name in a selection, or that also has the id. Fails for none or several. */
export async function chosenEntry(
  vault: VaultClient,
  name: string,
  selection: Selection,
  id: string | undefined,
): Promise<ListedEntry> {
  const entries = await vault.listEntries();
  const giving = entries.filter(isSelected(selection)).filter((entry) => namesOf(entry).includes(name));
  if (id === undefined && giving.length > 1) {
    throw new CliError(
      "refused",
      `${giving.length} entries set ${name}: ${giving.map((entry) => `${describeEntry(entry)}, --id ${entry.id}`).join("; ")}. Choose with --project, --env or --id.`,
    );
  }
  const entry = entryGiving(
    name,
    id === undefined ? entries : entries.filter((candidate) => candidate.id === id),
    selection,
  );
  if (!entry)
    throw new CliError(
      "refused",
      `No entry sets ${name}${id === undefined ? "" : ` under the id ${id}`}: svc ls lists what there is.`,
    );
  return entry;
}
