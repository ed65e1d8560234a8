import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import type { Scope } from "../../../../lib/contracts/access/scopes";
import type { Options } from "../command";
import { CliError } from "../cli-error";
import { ofCommandLine } from "./advice";
import { entryGiving, unknownName } from "./variables";
import type { Selection, VaultClient } from "../vault/vault";

export const idOption = {
  id: { type: "string", value: "ID", help: "the entry's id, if several entries set NAME: svc ls shows it" },
} as const satisfies Options;

/** The one entry that sets a name in a selection, or that also has the id. Fails for none or several. */
export async function chosenEntry(
  vault: VaultClient,
  name: string,
  selection: Selection,
  id: string | undefined,
  advice = ofCommandLine,
): Promise<ListedEntry> {
  const entries = await vault.listEntries();
  const candidates = id === undefined ? entries : entries.filter((candidate) => candidate.id === id);
  const entry = entryGiving(name, candidates, selection, advice.byId, advice);
  if (entry) return entry;
  if (id === undefined) throw unknownName(name, entries, selection, advice);
  throw new CliError("refused", `No entry sets ${name} under the id ${id}: svc ls lists what there is.`);
}

/**
 * Before a question is asked whose answer could not help: the vault refuses what this access key may not change. A field's
 * change reads the group's other fields.
 */
export async function assertMayChange(vault: VaultClient, { isField }: { isField: boolean }): Promise<void> {
  const { scopes } = await vault.whoAmI();
  const needed: Scope[] = isField ? ["entries:write", "entries:reveal"] : ["entries:write"];
  const lacking = scopes && needed.find((scope) => !scopes.includes(scope));
  if (lacking) throw new CliError("refused", `The access key lacks the scope ${lacking}. Nothing was changed.`);
}
