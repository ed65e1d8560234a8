import { hasScope, requireScope } from "../../auth/grants/authorize";
import type { Caller } from "../../auth/caller";
import type { Context } from "../../auth/context";
import type { ImportItems, ImportResult } from "../../contracts/transfer/import";
import { holdOwner, lockVault } from "../../db/transactions/isolation";
import { iconOfName } from "../../icons/icon-of-name";
import { runtime } from "../../runtime";
import { inOneTransaction } from "../doors/transaction";
import { owner } from "../doors/owned";
import { note } from "../doors/record/record";
import { vaultSubject } from "../doors/subjects";
import { importCategories } from "./categories";
import { importEntries } from "./entries";
import { importEnvFiles, importEnvProjects } from "./env-files";
import { assertAllInside } from "./outside";
import { importTokens } from "./tokens";
import { thisImport } from "./work";

type Items = Required<Omit<ImportItems, "preview">>;

/**
 * Imports all items or none, except those that are rejected on their own: they are reported, and the rest is imported.
 * A preview writes nothing.
 */
export async function importItems(ctx: Context, { preview = false, ...given }: ImportItems): Promise<ImportResult> {
  const items: Items = { entries: [], twoFactor: [], categories: [], envProjects: [], envFiles: [], ...given };
  assertMayLook(ctx.caller, items);
  // A preview is refused like the import itself.
  assertAllInside(ctx, items);
  // Before the transaction, which others wait for.
  const iconOf = await iconOfName();
  return inOneTransaction(
    ctx,
    async (ctx) => {
      // Otherwise two simultaneous imports of one file would each find nothing and create everything twice.
      await (preview ? holdOwner : lockVault)(ctx.tx, runtime().databaseKind, owner(ctx).userId);
      const work = { ctx, preview, now: new Date(), iconOf };
      const categories = await importCategories(work, items.categories);
      const entries = await importEntries(work, items.entries);
      const result = { entries: entries.outcomes, twoFactor: await importTokens(work, items.twoFactor) };
      const envProjects = await importEnvProjects(work, items.envProjects);
      const envFiles = await importEnvFiles(work, items.envFiles);
      const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
      for (const { action } of [categories, result.entries, result.twoFactor, envProjects, envFiles.outcomes].flat())
        counts[action] += 1;
      // Its result tells which of the given values are stored.
      note(ctx, preview ? "vault.import-preview" : "vault.import", [vaultSubject()], {
        count: counts.created + counts.updated,
      });
      return {
        preview,
        counts,
        ...result,
        ...(given.categories && { categories }),
        ...(given.envProjects && { envProjects }),
        ...(given.envFiles && { envFiles: envFiles.outcomes }),
        alsoCreated: { categories: entries.categories, envProjects: envFiles.projects },
      };
    },
    { timeout: 60_000, maxWait: 60_000 },
  );
}

/**
 * Checked before any look-up. The outcome, even an error, shows whether an entry, a category or a secret exists, so
 * only keys that may know this get one.
 */
function assertMayLook(caller: Caller, { entries, twoFactor, categories, envProjects, envFiles }: Items): void {
  if (entries.length > 0) {
    if (!hasScope(caller, "categories:read")) requireScope(caller, "categories:write", thisImport);
    // Learning that a value equals a stored one means knowing the stored value.
    requireScope(caller, "entries:reveal", thisImport);
  }
  if (twoFactor.length > 0)
    for (const scope of ["2fa:write", "2fa:reveal"] as const) requireScope(caller, scope, thisImport);
  if (categories.length > 0) requireScope(caller, "categories:write", thisImport);
  if (envProjects.length + envFiles.length > 0)
    for (const scope of ["envs:write", "envs:reveal"] as const) requireScope(caller, scope, thisImport);
}
