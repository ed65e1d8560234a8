import type { EnvFileType } from "../../contracts/vault/envs";
import { type BoundEnvironment, boundEnvironments } from "../../contracts/access/grants";

/**
 * The part of a vault that a grant reaches: project names and environments, null for all of them. What lies outside
 * does not exist for its holder. At least one of the two is not null; a caller without limits has no bounds.
 */
export type Bounds = {
  readonly projects: readonly string[] | null;
  readonly environments: readonly BoundEnvironment[] | null;
  /** The same text for the same bounds. */
  readonly text: string;
};

/** Null where neither is limited. */
export function boundsOf({ projects, environments }: Omit<Bounds, "text">): Bounds | null {
  if (projects === null && environments === null) return null;
  return { projects, environments, text: JSON.stringify([projects, environments]) };
}

/** What both reach. */
export function narrowed(one: Bounds | null, other: Bounds | null): Bounds | null {
  if (!one || !other) return one ?? other;
  return boundsOf({
    projects: common(one.projects, other.projects),
    environments: common(one.environments, other.environments),
  });
}

const common = <T>(one: readonly T[] | null, other: readonly T[] | null): readonly T[] | null =>
  one && other ? one.filter((item) => other.includes(item)) : (one ?? other);

const fileEnvironments = {
  env: "none",
  "env.local": "none",
  "env.development": "development",
  "env.production": "production",
} as const satisfies Record<EnvFileType, BoundEnvironment>;

/** Where a file lies: the part of the environments that grants name. */
export const environmentOfFile = (type: EnvFileType): BoundEnvironment => fileEnvironments[type];

/** The files of an env project that lie inside these environments. */
export const fileTypesIn = (environments: readonly BoundEnvironment[]): EnvFileType[] =>
  (Object.keys(fileEnvironments) as EnvFileType[]).filter((type) => environments.includes(fileEnvironments[type]));

export const isProjectInside = ({ projects }: Bounds, name: string): boolean =>
  projects === null || projects.includes(name);

/** Those of a limit's projects whose names may be read within these bounds. Null, for all projects, names none. */
export const projectsNamed = (projects: readonly string[] | null, bounds: Bounds | null): string[] | null =>
  projects && projects.filter((name) => !bounds || isProjectInside(bounds, name));

/** `environment` as entries have it: null for none. */
export const isEnvironmentInside = ({ environments }: Bounds, environment: string | null): boolean =>
  environments === null || environments.includes((environment ?? "none") as BoundEnvironment);

export const isFileTypeInside = (bounds: Bounds, fileType: string): boolean =>
  isEnvironmentInside(bounds, fileEnvironments[fileType as EnvFileType]);

/** Each once, in the order of `boundEnvironments`. */
export const sortedEnvironments = (environments: readonly BoundEnvironment[]): BoundEnvironment[] =>
  boundEnvironments.filter((environment) => environments.includes(environment));
