import type { ListedEntry } from "../../../lib/contracts/entries";
import { isVariableName } from "../../../lib/dotenv/name";
import { Failure } from "./failure";
import { entryGiving } from "./variables";
import type { Selection, Vault } from "./vault";

/** Changes the one entry that gives `name`, or makes one in the category of that variable, and the category if need be. */
export async function storeValue(vault: Vault, name: string, value: string, selection: Selection): Promise<{ id: string; made: boolean }> {
  const entry = entryGiving(name, await vault.listEntries(), selection);
  if (entry) return { id: (await changeValue(vault, entry, name, value)).id, made: false };
  if (selection.project === undefined) throw new Failure("usage", `No entry gives ${name}. To make one, name its project with --project.`);
  return { id: (await makeEntry(vault, name, value, selection)).id, made: true };
}

async function changeValue(vault: Vault, entry: ListedEntry, name: string, value: string): Promise<{ id: string }> {
  if (entry.category.keyType !== "group") return vault.updateEntry(entry.id, { value });
  // A group is stored whole, so its other fields have to be read first.
  const { value: fields } = await vault.revealEntry(entry.id);
  return vault.updateEntry(entry.id, { value: JSON.stringify({ ...(fields as Record<string, string>), [name]: value }) });
}

async function makeEntry(vault: Vault, name: string, value: string, { project = "", env }: Selection): Promise<{ id: string }> {
  if (!isVariableName(name)) throw new Failure("usage", `${name} is no variable name: letters, digits and underscores, no digit first.`);
  const found = (await vault.listCategories()).find(({ keyType, envVarName }) => keyType === "simple" && envVarName === name);
  const category = found ?? (await vault.createCategory({ name, keyType: "simple", envVarName: name }));
  return vault.createEntry({ categoryId: category.id, name: project, value, ...(env === undefined ? {} : { environment: env }) });
}
