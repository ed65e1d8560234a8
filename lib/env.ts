import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type Misspelled, misspelledIn } from "./settings/misspelled";
import { secretNames, Settings } from "./settings/schema";

export { secretNames, Settings };
export type { Misspelled } from "./settings/misspelled";
export { fromOne, isDatabaseUrl, senderOf } from "./settings/values";

/** A setting is invalid. The message names it and says what to set. It stops the start. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SettingsError";
  }
}

/**
 * Reads the settings from the environment, and secrets also from the files that `NAME_FILE` names. Throws
 * `SettingsError` with a sentence that names the variable and never quotes a secret's value.
 */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const given: Record<string, string | undefined> = {};
  for (const name of Object.keys(Settings.shape)) given[name] = source[name] === "" ? undefined : source[name];
  for (const name of secretNames) given[name] = secretOrFile(name, source);
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const fault = parsed.error.issues[0];
  throw new SettingsError(
    `The setting ${fault?.path.join(".") ?? ""} is wrong: it ${fault?.message ?? "is not valid"}.`,
  );
}

/** The settings as text, without secrets. A backup stores these. */
export function shownSettings(settings: Settings): Record<string, string> {
  const shown = Object.entries(settings).filter(
    ([name, value]) => value !== undefined && !(secretNames as readonly string[]).includes(name),
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
}

function secretOrFile(name: string, source: Readonly<Record<string, string | undefined>>): string | undefined {
  const file = source[`${name}_FILE`];
  if (!file) return source[name] || undefined;
  if (source[name]) throw new SettingsError(`Both ${name} and ${name}_FILE are set: keep one of them.`);
  try {
    if (!statSync(file).isFile()) throw new SettingsError(`${name}_FILE names ${file}, which is not a file.`);
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    // Not quoted: if it is not a file name, it may be the secret itself in the wrong variable.
    throw new SettingsError(
      `${name}_FILE names a file that can't be read: check that it exists and that this user may read it.`,
    );
  }
}

/** The settings of the process's own environment, which nothing else in the product reads. */
export function processSettings(): Settings {
  return readSettings(process.env);
}

/** Names in the process's own environment that are nearly a setting's. */
export const misspelledSettings = (): Misspelled[] => misspelledIn(process.env);

/** The file that the process's own environment names for the master keys. */
export const masterKeysFile = (): string | undefined => process.env.VAULT_MASTER_KEYS_FILE || undefined;

/** What the pages' process may know of this one's environment: language, time zone, where temporary files go. */
const sharedWithPages = ["LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP", "SystemRoot"];

/**
 * The whole environment of the pages' process, with the build in `folder`: a list of what it gets, so that no new setting
 * reaches it by itself. Next must not read `.env` files, and sends no telemetry.
 */
export function pagesEnvironment(folder: string): NodeJS.ProcessEnv {
  // Next's own standalone server does the same: it takes the settings from the build, so that Next needs no compiler to
  // read them.
  const built = readFileSync(path.join(folder, ".next/required-server-files.json"), "utf8");
  const shared = sharedWithPages.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(shared),
    NODE_ENV: "production",
    __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify((JSON.parse(built) as { config: unknown }).config),
    // Next's own marker that such files were already read. A .env file next to the vault belongs to another project.
    __NEXT_PROCESSED_ENV: "true",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/**
 * next-auth v4 takes the public address from `NEXTAUTH_URL`, or from the request if it is told to trust the host. Our
 * server has already cleaned the forwarding headers, so the request can be trusted.
 */
export function prepareNextAuthEnvironment(settings: Settings): void {
  if (settings.NEXTAUTH_URL) process.env.NEXTAUTH_URL = settings.NEXTAUTH_URL;
  else process.env.AUTH_TRUST_HOST = "true";
}
