import { type Bounds, fileTypesIn } from "../../auth/grants/bounds";
import { type Caller, ownerOf } from "../../auth/caller";
import type { Context } from "../../auth/context";
import { managesTeam } from "../../contracts/people/roles";
import type { Prisma, Tx } from "../../db/client";
import type { BoundedQuery, BoundsGiven, Reach } from "../../db/queries/bounded";
import { allIn } from "../../db/queries/in-transaction";
import { bound } from "../../db/queries/query";
import type { Bound, Query } from "../../db/sql";
import { runtime } from "../../runtime";

/*
 * The door that every query of owned rows gets its condition from: the owner, and the part of the vault that the caller
 * reaches. A row outside it is reported as missing, like another owner's.
 */

/** Whose rows the caller works on: a part of every new row. */
export const owner = ({ caller }: Context): { userId: string } => ({ userId: ownerOf(caller) });

type Where = { userId: string; trashId?: null; AND?: object[] };
type OwnedTable = Extract<
  Prisma.ModelName,
  | "KeyCategory"
  | "KeyEntry"
  | "TwoFactorToken"
  | "EnvProject"
  | "EnvFile"
  | "AccessKey"
  | "PreviousAccessKey"
  | "TrustRule"
  | "ShareLink"
  | "Webhook"
  | "WebhookDelivery"
>;

/** What is in the trash is missing too. */
const inUse = (table: OwnedTable): { trashId?: null } => (withoutTrash.has(table) ? {} : { trashId: null });
const withoutTrash = new Set<OwnedTable>([
  "AccessKey",
  "PreviousAccessKey",
  "TrustRule",
  "ShareLink",
  "Webhook",
  "WebhookDelivery",
]);

const entryInside = ({ projects, environments }: Bounds): object => ({
  ...(projects && { name: { in: [...projects] } }),
  ...(environments && {
    OR: [
      { environment: { in: environments.filter((environment) => environment !== "none") } },
      ...(environments.includes("none") ? [{ environment: null }] : []),
    ],
  }),
});

const projectInside = ({ projects }: Bounds): object => (projects ? { name: { in: [...projects] } } : {});

const nothing = { id: { in: [] as string[] } };

const inside: Record<OwnedTable, (bounds: Bounds) => object> = {
  // For whoever has bounds, a category without an entry inside them does not exist.
  KeyCategory: (bounds) => ({ entries: { some: { ...entryInside(bounds), trashId: null } } }),
  KeyEntry: entryInside,
  TwoFactorToken: () => nothing,
  EnvProject: projectInside,
  EnvFile: (bounds) => ({
    project: projectInside(bounds),
    ...(bounds.environments && { fileType: { in: fileTypesIn(bounds.environments) } }),
  }),
  // People's own, whatever their role reaches; no access key reaches any.
  AccessKey: () => ({}),
  PreviousAccessKey: () => ({}),
  TrustRule: () => ({}),
  ShareLink: () => ({}),
  // They tell of the whole vault.
  Webhook: () => nothing,
  WebhookDelivery: () => nothing,
};

/**
 * In a team, people see the access keys, trust rules and links that they made themselves; owners see everybody's. An access key sees
 * the links that were made by it. Null for everything.
 */
function mine(caller: Caller, table: OwnedTable): object | null {
  if (table !== "AccessKey" && table !== "TrustRule" && table !== "ShareLink") return null;
  if (table === "ShareLink" && caller.kind === "key") return { keyId: caller.keyId };
  return caller.team && !managesTeam(caller.team.role) ? { makerId: caller.userId } : null;
}

/** The condition of a Prisma query: a part of its `where`. */
export function owned(ctx: Context, table: OwnedTable): Where {
  const { caller } = ctx;
  const { bounds } = caller;
  const standing = { ...owner(ctx), ...inUse(table) };
  const own = mine(caller, table);
  if (!bounds && !own) return standing;
  return { ...standing, AND: [bounds ? inside[table](bounds) : {}, own ?? {}] };
}

const reachOf = ({ projects, environments }: Bounds): Reach =>
  projects === null ? "environments" : environments === null ? "projects" : "both";

function givenOf({ projects, environments }: Bounds): BoundsGiven {
  const fileTypes = environments ? fileTypesIn(environments) : [];
  return { projects: some(projects ?? []), environments: some(environments ?? []), fileTypes: some(fileTypes) };
}

/** A list of a query can't be empty. Nothing has an empty name, environment or type. */
const some = (list: readonly string[]): readonly string[] => (list.length > 0 ? list : [""]);

type Own = { userId: string };
type Asked<G> = Omit<G, keyof Own | keyof BoundsGiven>;

function chosen<G extends Own, Row>(
  ctx: Context,
  query: BoundedQuery<G, Row>,
  given: Asked<G>,
): [query: Query<G & BoundsGiven, Row>, given: G & BoundsGiven] {
  const { bounds } = ctx.caller;
  // Spreading several objects into one costs as much as half of a query.
  const values = { ...given, userId: ownerOf(ctx.caller) };
  if (bounds) Object.assign(values, givenOf(bounds));
  return [query[bounds ? reachOf(bounds) : "all"], values as unknown as G & BoundsGiven];
}

/** The first row of a registered query that the caller reaches. */
export const findOwned = <G extends Own, Row>(ctx: Context, query: BoundedQuery<G, Row>, given: Asked<G>) =>
  runtime().reads.get(...chosen(ctx, query, given));

/** All rows of a registered query that the caller reaches. */
export const listOwned = <G extends Own, Row>(ctx: Context, query: BoundedQuery<G, Row>, given: Asked<G>) =>
  runtime().reads.all(...chosen(ctx, query, given));

/** The same inside a transaction. */
export const listOwnedIn = <G extends Own, Row>(
  ctx: Context & { readonly tx: Tx },
  query: BoundedQuery<G, Row>,
  given: Asked<G>,
): Promise<Row[]> => allIn(ctx.tx, runtime().databaseKind, ...chosen(ctx, query, given));

/** A registered query with its values for this caller: a condition of a write. */
export const condition = <G extends Own, Row>(ctx: Context, query: BoundedQuery<G, Row>, given: Asked<G>): Bound =>
  bound(...chosen(ctx, query, given));
