import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";

type Planned = { environment: Environment | null };

const ownFiles: Record<Environment, EnvFileType | undefined> = {
  development: "env.development",
  staging: undefined,
  production: "env.production",
};

/** The environment whose own file it is. */
export const environmentOfFile = (fileType: EnvFileType): Environment | null =>
  fileType === ownFiles.development ? "development" : fileType === ownFiles.production ? "production" : null;

/**
 * Whether an environment's values belong into a file: not into one of another environment, and production values only
 * into the production file.
 */
function suits(fileType: EnvFileType, environment: Environment | null): boolean {
  if (environment === null) return true;
  if (fileType === "env.production" || environment === "production") return fileType === ownFiles[environment];
  return fileType !== "env.development" || environment === "development";
}

/** The environments among the entries whose values don't belong into a file, each once. */
export const strayEnvironments = (fileType: EnvFileType, entries: readonly Planned[]): Environment[] => [
  ...new Set(
    entries.flatMap(({ environment }) => (environment !== null && !suits(fileType, environment) ? [environment] : [])),
  ),
];

/** The file to fill: the one on the screen, unless all of the entries belong into another. */
export function fileFor(entries: readonly Planned[], current: EnvFileType): EnvFileType {
  if (strayEnvironments(current, entries).length === 0) return current;
  const better = [...new Set(entries.map(({ environment }) => environment))]
    .map((environment) => environment && ownFiles[environment])
    .find((fileType) => fileType && strayEnvironments(fileType, entries).length === 0);
  return better ?? current;
}
