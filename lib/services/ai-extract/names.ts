import type { Context } from "../../auth/context";
import type { Environment } from "../../contracts/primitives";
import { listEntryNames } from "../../db/queries/vault/entries";
import { listOwned } from "../doors/owned";
import type { NamedEntry } from "../../matcher";

/** An entry's names, and the ids, which are never sent. */
export type Names = NamedEntry & { entryId: string; categoryId: string; envVarNames: string[] };

/** The names of the caller's entries that fit into a .env. */
export async function readNames(ctx: Context): Promise<Names[]> {
  const rows = await listOwned(ctx, listEntryNames, {});
  return rows.map(({ fieldNames, envVarName, environment, ...names }) => ({
    ...names,
    environment: environment as Environment | null,
    envVarNames: fieldNames === null ? [envVarName ?? ""] : (JSON.parse(fieldNames) as string[]),
  }));
}
