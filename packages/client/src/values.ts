import { readFileSync } from "node:fs";
import { type ClientOptions, timeoutMsDefault } from "./client";
import { VaultUsageError } from "./errors";
import { notAVault, send } from "./send";
import { type Target, targetOf } from "./target";

type Settings = Record<string, string | undefined>;

export interface ValuesOptions extends Partial<ClientOptions> {
  /** The entries' name. Without it, those of every project. */
  project?: string;
  /** `none`: only entries without an environment. Without it, those of every environment and those without one. */
  environment?: "development" | "staging" | "production" | "none";
  /** Only these variables. It is an error if one of them is missing. */
  only?: readonly string[];
  /** Where a selection without a single value is right. */
  allowEmpty?: boolean;
  /** Where the address and the key are looked for if they are not given: SVC_URL, and SVC_ACCESS_KEY or SVC_ACCESS_KEY_FILE. An empty one counts as not set. */
  env?: Record<string, string | undefined>;
}

/** Where the options, or else the environment's variables, lead. */
export function targetFor({ url, key, insecureHttp = false, env = process.env }: ValuesOptions): Target {
  const address = url ?? (env.SVC_URL || undefined);
  if (address === undefined) throw new VaultUsageError("No vault address is set: set SVC_URL, or pass url.");
  return targetOf(address, key ?? keyIn(env), insecureHttp);
}

function keyIn({ SVC_ACCESS_KEY, SVC_ACCESS_KEY_FILE }: Settings): string {
  if (SVC_ACCESS_KEY && SVC_ACCESS_KEY_FILE)
    throw new VaultUsageError("Both SVC_ACCESS_KEY and SVC_ACCESS_KEY_FILE are set: set one.");
  if (SVC_ACCESS_KEY) return SVC_ACCESS_KEY;
  if (!SVC_ACCESS_KEY_FILE)
    throw new VaultUsageError("No access key is set: set SVC_ACCESS_KEY or SVC_ACCESS_KEY_FILE, or pass key.");
  try {
    return readFileSync(SVC_ACCESS_KEY_FILE, "utf8");
  } catch (error) {
    throw new VaultUsageError(
      `The file that SVC_ACCESS_KEY_FILE names can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

/** All values of a selection, by their variables. Throws if one can't be had, or if two entries set the same variable. */
export async function valuesOf(target: Target, options: ValuesOptions): Promise<Record<string, string>> {
  const { project, environment, only, timeoutMs = timeoutMsDefault } = options;
  const query = new URLSearchParams({
    format: "json",
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  });
  const answer = await send(target, { method: "GET", path: `/export?${query}`, timeoutMs });
  const skipped = answer.headers.get("x-export-skipped");
  const values = variablesIn(answer.text);
  if (skipped === null || !values) throw notAVault(target, answer);
  if (skipped !== "0")
    throw new VaultUsageError(
      `The vault could not decrypt ${answer.headers.get("x-export-skipped-names") ?? `${skipped} entries`}.`,
    );
  const selection = [project ?? "every project", environment === "none" ? "no environment" : environment]
    .filter(Boolean)
    .join(", ");
  // Each member stands on its own line. JSON.parse keeps one of two that have the same name, without reporting it.
  if (answer.text.split("\n").filter((line) => line.startsWith('  "')).length !== Object.keys(values).length)
    throw new VaultUsageError(
      `Several entries set the same variable (${selection}): choose with project and environment.`,
    );
  const missing = (only ?? []).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) throw new VaultUsageError(`No entry sets ${missing.join(", ")} (${selection}).`);
  const chosen = Object.entries(values).filter(([name]) => only === undefined || only.includes(name));
  if (chosen.length === 0 && !options.allowEmpty)
    throw new VaultUsageError(`The vault has no value for this selection (${selection}).`);
  return Object.fromEntries(chosen);
}

function variablesIn(text: string): Record<string, string> | null {
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === "object" &&
      values !== null &&
      !Array.isArray(values) &&
      Object.values(values).every((value) => typeof value === "string")
      ? (values as Record<string, string>)
      : null;
  } catch {
    return null;
  }
}
