import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import { isVariableName } from "../../../../lib/dotenv/name";
import { afterDoing, CliError } from "../cli-error";
import { ChangedMeanwhile, untilUnchanged } from "../vault/only";
import { entryGiving } from "./variables";
import type { Dates, Selection, VaultClient } from "../vault/vault";

/**
 * Changes the one entry that sets `name`, or creates one in that variable's category, creating the category if needed.
 * Concurrent calls lose nothing: each writes to the version it read, or reads again. An empty value keeps the one that is
 * there, and changes its dates alone.
 */
export function storeValue(
  vault: VaultClient,
  name: string,
  value: string,
  selection: Selection,
  dates: Dates = {},
): Promise<{ id: string; made: boolean }> {
  return untilUnchanged(async () => {
    const entry = entryGiving(name, await vault.listEntries(), selection);
    if (entry) {
      const change =
        value === ""
          ? vault.updateEntry(entry.id, dates, { version: entry.version })
          : changeValue(vault, entry, name, value, dates);
      return { id: (await change).id, made: false };
    }
    if (value === "") throw new CliError("usage", `The value is empty, and no entry sets ${name} yet.`);
    if (selection.project === undefined)
      throw new CliError("usage", `No entry sets ${name}. To create one, name its project with --project.`);
    return { id: (await makeEntry(vault, name, value, selection, dates)).id, made: true };
  });
}

/** Changes the value of an entry, or of one field of a group, if it is still as it was listed. */
export async function changeValue(
  vault: VaultClient,
  entry: ListedEntry,
  name: string,
  value: string,
  dates: Dates = {},
): Promise<{ id: string }> {
  if (entry.category.keyType !== "group")
    return vault.updateEntry(entry.id, { value, ...dates }, { version: entry.version });
  return changeFields(vault, entry, (fields) => ({ ...fields, [name]: value }), dates);
}

/** A group is stored whole, so its other fields have to be read first. */
export async function changeFields(
  vault: VaultClient,
  entry: ListedEntry,
  change: (fields: Record<string, string>) => Record<string, string>,
  dates: Dates = {},
): Promise<{ id: string }> {
  const { value: fields, version = entry.version } = await vault.revealEntry(entry.id);
  const changed = JSON.stringify(change(fields as Record<string, string>));
  return vault.updateEntry(entry.id, { value: changed, ...dates }, { version });
}

const environmentOf = (env: Selection["env"]) => (env === undefined || env === "none" ? {} : { environment: env });

async function makeEntry(
  vault: VaultClient,
  name: string,
  value: string,
  { project = "", env }: Selection,
  dates: Dates,
): Promise<{ id: string }> {
  if (!isVariableName(name))
    throw new CliError("usage", `${name} is not a variable name: letters, digits and underscores, no digit first.`);
  const found = (await vault.listCategories()).find(
    ({ keyType, envVarName }) => keyType === "simple" && envVarName === name,
  );
  const category = found ?? (await vault.createCategory({ name, keyType: "simple", envVarName: name }, { new: true }));
  return vault
    .createEntry({ categoryId: category.id, name: project, value, ...environmentOf(env), ...dates }, { new: true })
    .catch((error: unknown) => {
      const isMade = !found && !(error instanceof ChangedMeanwhile);
      throw afterDoing(error, isMade ? `the category ${name} had already been created` : null);
    });
}
