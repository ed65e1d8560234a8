import { createEntry } from "@/lib/client/http/api";
import { describeError } from "@/lib/client/http/describe-error";
import type { KeyEntry } from "@/lib/contracts/vault/entries";
import type { KeyType } from "@/lib/contracts/primitives";
import { newEntryBody, targetsOf, type EntryFormValues, type EnvironmentKey } from "./entry-form-values";
import { environmentWord } from "../entry-name";

export type Created = {
  saved: KeyEntry[];
  /** The environments without an entry yet. */
  missing: EnvironmentKey[];
  errors: unknown[];
};

/** Makes an entry for each chosen environment, all at once. Never throws: each may fail by itself. */
export async function createEntries(values: EntryFormValues, keyType: KeyType | undefined): Promise<Created> {
  const created: Created = { saved: [], missing: [], errors: [] };
  const targets = targetsOf(values);
  const answers = await Promise.allSettled(
    targets.map((target) => createEntry({ body: newEntryBody(values, keyType, target) })),
  );
  for (const [index, target] of targets.entries()) {
    const answer = answers[index];
    if (answer?.status === "fulfilled") created.saved.push(answer.value);
    else {
      created.missing.push(target);
      created.errors.push(answer?.reason);
    }
  }
  return created;
}

const inList = (environments: readonly EnvironmentKey[]) => environments.map(environmentWord).join(", ");

/** Several entries of one project: "STRIPE_SECRET_KEY for billing (development, staging)". */
export const namesOf = (saved: readonly KeyEntry[], title: string): string =>
  `${title} for ${saved[0]?.name} (${inList(saved.map(({ environment }) => environment ?? "none"))})`;

/** For which environments entries were made, for which not, and why. */
export function partlyCreated({ saved, missing, errors }: Created): string {
  const why = [...new Set(errors.map((error) => describeError(error).message))].join(" ");
  const made = inList(saved.map(({ environment }) => environment ?? "none"));
  return `Created: ${made}. Not created: ${inList(missing)}. ${why} Try again to create only what is missing.`;
}
