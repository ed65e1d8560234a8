import type { Context } from "../../auth/context";
import type { EnvFileType } from "../../contracts/vault/envs";
import type { EntryUses, LinkingFile } from "../../contracts/vault/references";
import { findSealedEnvFile, listEnvFilePlaces } from "../../db/queries/vault/env-files";
import { findEntryPlace } from "../../db/queries/vault/fingerprints";
import type { RowOf } from "../../db/sql";
import { parseReference } from "../../dotenv/reference";
import { AppError, type UnresolvedReason } from "../../errors";
import { yieldToEventLoop } from "../../event-loop";
import { runtime } from "../../runtime";
import { spendReveals } from "../doors/disclose/budget";
import { findOwned, listOwned, owned } from "../doors/owned";
import { linksToCategory } from "./category-links";
import { type FileVariable, variablesOf } from "./fingerprints/file-variables";
import { fingerprintsOf } from "./fingerprints/fingerprints";
import { keysReaching } from "./keys-reaching";
import { type Lead, resolveReferences } from "./reference-targets";

type Place = RowOf<typeof findEntryPlace>;
type UsingFile = EntryUses["files"][number];

/**
 * The env files that link to an entry or hold a value of it, as far as the caller reaches them, and the keys that reach it. With
 * `linksToCategory` also those that link to any entry of its category, and of these those in the trash.
 */
export async function getEntryUses(
  ctx: Context,
  id: string,
  { linksToCategory: isCategoryAsked = false } = {},
): Promise<EntryUses> {
  const place = await findOwned(ctx, findEntryPlace, { id });
  if (!place) throw new AppError("ENTRY_NOT_FOUND");
  const stateOf = await statesOf(ctx, place);
  const linkedIn = isCategoryAsked ? linksToCategory(ctx, place) : null;
  const files: UsingFile[] = [];
  const linking: LinkingFile[] = [];
  for (const { id: fileId, projectId, project: projectName, fileType } of await listOwned(ctx, listEnvFilePlaces, {})) {
    const row = await findOwned(ctx, findSealedEnvFile, { id: fileId, projectId });
    const opened = (row && (await variablesOf(ctx, { id: fileId, sealed: row.encryptedContent }))) ?? [];
    const file = { projectId, projectName, fileId, fileType: fileType as EnvFileType };
    const variables = await usingVariables(opened, stateOf);
    if (variables.length > 0) files.push({ ...file, variables });
    const entries = (await linkedIn?.(opened)) ?? [];
    if (entries.length > 0) linking.push({ ...file, entries });
    await yieldToEventLoop();
  }
  // That a value equals one which somebody knows tells them the value.
  const equal = files
    .flatMap(({ variables }) => variables)
    .filter(({ state }) => state === "same" || state === "outdated");
  await spendReveals(ctx, equal.length);
  const uses = { files, keys: await keysReaching(ctx, place) };
  if (!linkedIn) return uses;
  return { ...uses, linksToCategory: linking, linksToCategoryInTrash: await linkingInTrash(ctx, linkedIn) };
}

/** Access keys have no trash. */
async function linkingInTrash(
  ctx: Context,
  linkedIn: (variables: readonly FileVariable[]) => Promise<LinkingFile["entries"]>,
): Promise<LinkingFile[]> {
  if (ctx.caller.kind === "key") return [];
  const { db } = runtime();
  const where = { ...owned(ctx, "EnvFile"), trashId: { not: null } };
  const linking: LinkingFile[] = [];
  for (const { id: fileId, projectId, fileType, project } of await db.envFile.findMany({
    where,
    select: { id: true, projectId: true, fileType: true, project: { select: { name: true } } },
    orderBy: { id: "asc" },
  })) {
    const row = await db.envFile.findFirst({ where: { id: fileId, ...where }, select: { encryptedContent: true } });
    const opened = (row && (await variablesOf(ctx, { id: fileId, sealed: row.encryptedContent }))) ?? [];
    const entries = await linkedIn(opened);
    const file = { projectId, projectName: project.name, fileId, fileType: fileType as EnvFileType };
    if (entries.length > 0) linking.push({ ...file, entries });
    await yieldToEventLoop();
  }
  return linking;
}

type StateOf = (variable: FileVariable) => Promise<UsingFile["variables"][number]["state"] | null>;

async function usingVariables(variables: readonly FileVariable[], stateOf: StateOf): Promise<UsingFile["variables"]> {
  const using: UsingFile["variables"] = [];
  for (const variable of variables) {
    const state = await stateOf(variable);
    if (state) using.push({ name: variable.name, line: variable.line, state });
  }
  return using;
}

async function statesOf(ctx: Context, place: Place): Promise<StateOf> {
  const { current, former } = await fingerprintsOf(ctx, place);
  const known = new Map<string, "linked" | "ambiguous" | "broken" | null>();
  const linkedBy = async (text: string) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const lead = mayLeadTo(place, text) ? (await resolveReferences(ctx, [text])).get(text) : undefined;
    const state = lead === undefined ? null : leadingUse(lead, place.id);
    known.set(text, state);
    return state;
  };
  return async ({ reference, value }) => {
    if (reference !== null) return linkedBy(reference);
    if (value === null) return null;
    return current.has(value.print) ? "same" : former.has(value.print) ? "outdated" : null;
  };
}

/** How a reference with an entry's names uses it. Of several entries that have them, it is one. */
function leadingUse(lead: Lead | UnresolvedReason, id: string): "linked" | "ambiguous" | "broken" | null {
  if (typeof lead === "object") return lead.entryId === id ? "linked" : null;
  return lead === "ambiguous" ? "ambiguous" : "broken";
}

/** Spares the look-up of all references that name something else. */
function mayLeadTo({ category, name, environment }: Place, text: string): boolean {
  const reference = parseReference(text);
  return (
    reference !== null &&
    reference.category === category &&
    reference.entry === name &&
    reference.environment === environment
  );
}
