import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import { malformedText, parseReference } from "../../../../lib/dotenv/reference";
import type { VaultClient } from "./vault";

/** The entry that a reference leads to, and its field if it is a group. */
export type Lead = { entry: ListedEntry; field: string | null };

/** Where a reference leads, by the same rules as the vault's own; a sentence without a subject if it leads nowhere. */
export function leadOf(reference: string | null, entries: readonly ListedEntry[]): Lead | string {
  const named = reference === null ? null : parseReference(reference);
  if (!named) return malformedText;
  const [entry, other] = entries.filter(
    ({ category, name, environment }) =>
      category.name === named.category && name === named.entry && (environment ?? null) === named.environment,
  );
  if (!entry) return "leads to no entry that this key can reach";
  if (other) return "leads to several entries";
  const { field } = named;
  if (entry.category.keyType !== "group")
    return field === null ? { entry, field } : "names a field, but the entry is not a group";
  if (field === null) return "leads to a group, but names no field";
  return entry.fieldNames?.includes(field) ? { entry, field } : "leads to a field that the group does not have";
}

const atOnceMax = 4;

/** The values that these lead to, in their order. Each entry is revealed once, however many lead to it. */
export async function valuesOf(vault: VaultClient, leads: readonly Lead[]): Promise<(string | undefined)[]> {
  const ids = [...new Set(leads.map(({ entry }) => entry.id))];
  const values = new Map<string, unknown>();
  const revealNext = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) values.set(id, (await vault.revealEntry(id)).value);
  };
  await Promise.all(Array.from({ length: atOnceMax }, revealNext));
  return leads.map(({ entry, field }) => {
    const value = values.get(entry.id);
    if (typeof value === "string") return value;
    const found = field === null ? undefined : (value as Record<string, unknown>)[field];
    return typeof found === "string" ? found : undefined;
  });
}
