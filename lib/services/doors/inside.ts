import { type Bounds, isEnvironmentInside, isFileTypeInside, isProjectInside } from "../../auth/grants/bounds";
import type { Context } from "../../auth/context";
import { AppError } from "../../errors";

/** What of a row decides where it lies; what a change leaves as it is, is undefined. */
type Place = { name?: string | undefined; environment?: string | null | undefined; fileType?: string | undefined };

const entry = (bounds: Bounds, { name, environment }: Place): boolean =>
  (name === undefined || isProjectInside(bounds, name)) &&
  (environment === undefined || isEnvironmentInside(bounds, environment));

/** Whether a row of these values would lie within the bounds. Tokens and categories never do. */
const isNewInside: Record<string, (bounds: Bounds, row: Place) => boolean> = {
  KeyEntry: (bounds, { environment = null, ...row }) => entry(bounds, { ...row, environment }),
  EnvProject: (bounds, { name = "" }) => isProjectInside(bounds, name),
  EnvFile: (bounds, { fileType = "" }) => isFileTypeInside(bounds, fileType),
  // It reaches no more than its creator.
  AccessKey: () => true,
  PreviousAccessKey: () => true,
  TrustRule: () => true,
  // It holds what its creator encrypted, and nothing of the vault.
  ShareLink: () => true,
  // Only callers who reach the whole vault may create one.
  Webhook: () => false,
};

const isChangeInside: Record<string, (bounds: Bounds, changes: Place) => boolean> = {
  KeyEntry: entry,
  // Its files of every environment would move with the project.
  EnvProject: (bounds, { name }) =>
    name === undefined || (bounds.environments === null && isProjectInside(bounds, name)),
  EnvFile: () => true,
};

const isRemovalInside: Record<string, (bounds: Bounds) => boolean> = {
  KeyEntry: () => true,
  // Its files of every environment would go with the project.
  EnvProject: ({ environments }) => environments === null,
  EnvFile: () => true,
  AccessKey: () => true,
  PreviousAccessKey: () => true,
  TrustRule: () => true,
  ShareLink: () => true,
};

function assert(isInside: boolean | undefined): void {
  if (!isInside) throw new AppError("OUT_OF_BOUNDS");
}

/** Throws OUT_OF_BOUNDS if the caller may not create such a row. */
export function assertNewInside({ caller: { bounds } }: Context, table: string, row: object): void {
  if (bounds) assert(isNewInside[table]?.(bounds, row));
}

/** What changes a row, without what is sent back as it was read. */
export const differencesTo = (standing: object, changes: object): object =>
  Object.fromEntries(
    Object.entries(changes).filter(([column, value]) => (standing as Record<string, unknown>)[column] !== value),
  );

/** Throws OUT_OF_BOUNDS if the change would move the row to where the caller may not put it. */
export function assertChangeInside({ caller: { bounds } }: Context, table: string, changes: object): void {
  if (bounds) assert(isChangeInside[table]?.(bounds, changes));
}

/** Throws OUT_OF_BOUNDS if more would go with the row than the caller reaches. */
export function assertRemovalInside({ caller: { bounds } }: Context, table: string): void {
  if (bounds) assert(isRemovalInside[table]?.(bounds));
}
