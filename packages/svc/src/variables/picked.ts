import type { Variable } from "../vault/export-answer";
import { CliError } from "../cli-error";

/** The variables in `only`, or all, minus those in `except`. An unknown name is a mistake that would go unnoticed. */
export function picked(
  variables: readonly Variable[],
  only: readonly string[] | undefined,
  except: readonly string[] = [],
): Variable[] {
  const missing = [...(only ?? []), ...except].filter((name) => !variables.some((variable) => variable.name === name));
  if (missing.length > 0) throw new CliError("refused", `No entry sets ${missing.join(", ")}.`);
  return variables.filter(({ name }) => (only === undefined || only.includes(name)) && !except.includes(name));
}
