import type { Caller } from "../../auth/caller";
import type { Environment } from "../../contracts/primitives";
import { listEntryNames } from "../../db/queries/entries";
import { runtime } from "../../runtime";
import type { NamedEntry } from "../../matcher";

/** An entry's names, and the ids that stay here. */
export type Names = NamedEntry & { entryId: string; categoryId: string; envVarNames: string[] };

/** The names of the caller's entries that an .env can hold. */
export async function readNames({ userId }: Caller): Promise<Names[]> {
  const rows = await runtime().reads.all(listEntryNames, { userId });
  return rows.map(({ fieldNames, envVarName, environment, ...names }) => ({
    ...names,
    environment: environment as Environment | null,
    envVarNames: fieldNames === null ? [envVarName ?? ""] : (JSON.parse(fieldNames) as string[]),
  }));
}
