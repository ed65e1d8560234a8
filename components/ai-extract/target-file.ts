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

/** The file of an environment. Staging has none of its own, and of `.env.local` production alone is kept out. */
function fileOf(environment: Environment, current: EnvFileType): EnvFileType {
  if (environment === "production") return "env.production";
  if (current === "env.local") return current;
  return environment === "development" ? "env.development" : "env";
}

/**
 * The file to fill: that of the environment that was asked for, or else the one on the screen, unless all of the entries belong
 * into another. Only one of `reached`.
 */
export function fileFor(
  entries: readonly Planned[],
  current: EnvFileType,
  asked: readonly Environment[],
  reached: readonly EnvFileType[],
): EnvFileType {
  const [only, another] = asked;
  const better = only && !another ? fileOf(only, current) : fileByEntries(entries, current);
  return reached.includes(better) ? better : current;
}

function fileByEntries(entries: readonly Planned[], current: EnvFileType): EnvFileType {
  if (strayEnvironments(current, entries).length === 0) return current;
  const better = [...new Set(entries.map(({ environment }) => environment))]
    .map((environment) => environment && ownFiles[environment])
    .find((fileType) => fileType && strayEnvironments(fileType, entries).length === 0);
  return better ?? current;
}
