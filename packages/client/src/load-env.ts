import { targetFor, valuesOf, type ValuesOptions } from "./values";

export interface LoadEnvOptions extends ValuesOptions {
  /** Replaces variables that are set already. Without it they stay, as in Node's `--env-file`. */
  override?: boolean;
}

/**
 * Puts a project's values into `process.env` (or into `env`), once, at the start of a program. Needs a key with `export:read`.
 * Returns the names of the variables that it set.
 */
export async function loadEnv(options: LoadEnvOptions = {}): Promise<string[]> {
  const env = options.env ?? process.env;
  const values = await valuesOf(targetFor(options), options);
  const names = Object.keys(values).filter((name) => options.override || env[name] === undefined);
  for (const name of names) env[name] = values[name];
  return names;
}
