import { environmentOfFile } from "../../auth/grants/bounds";
import type { Context } from "../../auth/context";
import type { EnvFileType } from "../../contracts/vault/envs";
import type { VariableLink } from "../../contracts/vault/references";
import { findSealedEnvFile } from "../../db/queries/vault/env-files";
import { findEntryPlaces } from "../../db/queries/vault/fingerprints";
import { idsMax } from "../../db/queries/query";
import type { RowOf } from "../../db/sql";
import { instant } from "../../db/instants";
import { formatReference } from "../../dotenv/reference";
import { AppError } from "../../errors";
import { slicesOf } from "../../slices";
import { spendReveals } from "../doors/disclose/budget";
import { findOwned, listOwned } from "../doors/owned";
import { type FileVariable, variablesOf } from "./fingerprints/file-variables";
import { findMatches, type Match, type Wanted } from "./fingerprints/fingerprints";
import { type Candidate, nearest } from "./fingerprints/nearest-entry";
import { type Lead, resolveReferences } from "./reference-targets";

/** What each variable of an env file has to do with the entries that the caller reaches. */
export async function listFileLinks(ctx: Context, projectId: string, id: string): Promise<VariableLink[]> {
  const row = await findOwned(ctx, findSealedEnvFile, { id, projectId });
  const variables = row && (await variablesOf(ctx, { id, sealed: row.encryptedContent }));
  if (!variables) throw new AppError("ENV_FILE_NOT_FOUND");
  const matches = await findMatches(ctx, wantedIn(variables));
  const leads = await resolveReferences(ctx, [...new Set(variables.flatMap(({ reference }) => reference ?? []))]);
  const places = await placesOf(ctx, [
    ...matches.map(({ entryId }) => entryId),
    ...[...leads.values()].flatMap((lead) => (typeof lead === "object" ? lead.entryId : [])),
  ]);
  const nearestTo = nearest(candidatesIn(matches, places), {
    project: row.project,
    environment: environmentOfFile(row.fileType as EnvFileType),
  });
  const found = variables.map((variable) => ({ variable, at: nearestTo(variable) }));
  // That a value equals one which somebody knows tells them the value.
  await spendReveals(ctx, found.filter(({ at }) => at !== undefined).length);
  const leading = await leadingTo(
    ctx,
    found.flatMap(({ at }) => at ?? []),
  );
  return found.map(({ variable, at }) => {
    const { name, line, reference } = variable;
    if (reference !== null) return { name, line, ...linked(reference, leads.get(reference), places) };
    if (at === undefined)
      return { name, line, state: "plain", entryId: null, field: null, reference: null, changedAt: null };
    const { place, field } = at;
    return {
      name,
      line,
      state: at.isCurrent ? "same" : "outdated",
      entryId: place.id,
      field,
      reference: leading.get(at) ?? null,
      changedAt: changedAt(place),
    };
  });
}

type Place = RowOf<typeof findEntryPlaces>;

const changedAt = ({ valueAt, createdAt }: Place): string => instant((valueAt ?? createdAt) as Date | string);

const wantedIn = (variables: readonly FileVariable[]): Wanted =>
  new Map(variables.flatMap(({ value }): [number, number][] => (value ? [[value.print, value.length]] : [])));

/** Those of these entries that the caller reaches, by their ids. */
async function placesOf(ctx: Context, entryIds: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (const ids of slicesOf([...new Set(entryIds)], idsMax))
    for (const place of await listOwned(ctx, findEntryPlaces, { ids })) places.set(place.id, place);
  return places;
}

type Found = Candidate & { place: Place };

const candidatesIn = (matches: readonly Match[], places: ReadonlyMap<string, Place>): Found[] =>
  matches.flatMap(({ entryId, print, field, version }) => {
    const place = places.get(entryId);
    if (!place) return [];
    const { name, environment, envVarName } = place;
    return [
      {
        print,
        isCurrent: version === null,
        id: entryId,
        name,
        environment,
        variable: field ?? envVarName,
        field,
        place,
      },
    ];
  });

const referenceTo = ({ place: { category, name, environment }, field }: Found): string =>
  formatReference({ category, entry: name, environment, field });

/** The reference of each that leads to it and to nothing else. One to an entry with a namesake, or to a former field, doesn't. */
async function leadingTo(ctx: Context, found: readonly Found[]): Promise<ReadonlyMap<Found, string>> {
  const texts = new Map(found.map((at) => [at, referenceTo(at)]));
  const leads = await resolveReferences(ctx, [...new Set(texts.values())]);
  return new Map(
    [...texts].filter(([at, text]) => {
      const lead = leads.get(text);
      return typeof lead === "object" && lead.entryId === at.place.id;
    }),
  );
}

function linked(reference: string, lead: Lead | string | undefined, places: ReadonlyMap<string, Place>) {
  const place = typeof lead === "object" ? places.get(lead.entryId) : undefined;
  const state = "linked" as const;
  if (typeof lead !== "object" || !place)
    // What is not a reference may be a value of its own.
    return { state, entryId: null, field: null, reference: lead === "malformed" ? null : reference, changedAt: null };
  const { category, name, environment } = place;
  return {
    state,
    entryId: place.id,
    field: lead.field,
    reference: formatReference({ category, entry: name, environment, field: lead.field }),
    changedAt: changedAt(place),
  };
}
