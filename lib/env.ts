import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";

/** A setting is wrong: the message says which and what to set. Stops the start. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SettingsError";
  }
}

const flag = (initial: boolean) =>
  z.enum(["true", "false"], "must be true or false").default(initial ? "true" : "false").transform((text) => text === "true");
/** Addresses and ranges (10.0.0.0/8), separated by commas. */
const addressRanges = z
  .string()
  .transform((text) => text.split(",").map((range) => range.trim()).filter((range) => range !== ""))
  .refine((ranges) => ranges.every(isAddressRange), "must list addresses or ranges such as 10.0.0.0/8, separated by commas")
  .default([]);

function isAddressRange(range: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const family = isIP(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32));
}

/** A whole number from 1 on, written in digits alone: Number() takes " " for 0 and reads 0x50 and 1e3. */
const atLeastOne = (initial: number, max: number) =>
  z.string().regex(/^\d+$/, `must be a whole number from 1 to ${max}`).transform(Number).pipe(z.number().min(1, "must be at least 1").max(max, `must be at most ${max}`)).default(initial);
const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as https://vault.example.com" });

const isDatabaseUrl = (text: string) => /^file:./.test(text) || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text));

const Settings = z.object({
  // Digits alone: Number() takes " " for 0 and reads 0x50 and 1e3.
  PORT: z.string().regex(/^\d+$/, "must be a port number").transform(Number).pipe(z.number().max(65_535, "must be at most 65535")).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  VAULT_DATA_DIR: z.string().min(1).default("./data").transform((dir) => path.resolve(/* turbopackIgnore: true */ dir)),
  DATABASE_URL: z.string().refine(isDatabaseUrl, "must be file:/path/to/vault.db, postgresql://user:password@host:5432/database (special characters in the password percent-encoded), or unset for a database in the data folder").optional(),
  WORKERS: atLeastOne(1, 999),
  VAULT_MASTER_KEYS: z.string().optional(),
  NEXTAUTH_URL: httpUrl.transform((url) => new URL(url).origin).optional(),
  AUTH_PASSWORD_LOGIN: flag(true),
  AUTH_REGISTRATION: z.enum(["open", "closed"], "must be open or closed").default("open"),
  AUTH_ADDRESS_FAILURES_MAX: atLeastOne(50, 1_000_000),
  AUTH_SESSION_IDLE_MINUTES: atLeastOne(30, 7 * 24 * 60),
  AUTH_SESSION_MAX_HOURS: atLeastOne(12, 90 * 24),
  TRUSTED_PROXIES: addressRanges,
});
export type Settings = z.output<typeof Settings>;

/** Settings that hold a secret: each may be given as `NAME_FILE`, the path of a file that holds it (Docker secrets). */
const secretNames = ["DATABASE_URL", "VAULT_MASTER_KEYS"] as const;

/**
 * Reads the settings from the environment, secrets also from the files that `NAME_FILE` names.
 * Throws `SettingsError` with a sentence that names the variable; never quotes a secret's value.
 */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const given: Record<string, string | undefined> = {};
  for (const name of Object.keys(Settings.shape)) given[name] = source[name] === "" ? undefined : source[name];
  for (const name of secretNames) given[name] = secretOrFile(name, source);
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const fault = parsed.error.issues[0];
  throw new SettingsError(`The setting ${fault?.path.join(".") ?? ""} is wrong: it ${fault?.message ?? "is not valid"}.`);
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
    // Not quoted: what is no file's name may be the secret itself, put into the wrong variable.
    throw new SettingsError(`${name}_FILE names a file that can't be read: check that it exists and that this user may read it.`);
  }
}

/** The process's own environment. The only place in the product that reads it. */
export function processSettings(): Settings {
  return readSettings(process.env);
}

/**
 * next-auth v4 takes the public address from `NEXTAUTH_URL`, or, told to trust the host, from the request.
 * Our server has cleaned the forwarding headers by then, so the request is safe to ask.
 */
export function prepareNextAuthEnvironment(settings: Settings): void {
  if (settings.NEXTAUTH_URL) process.env.NEXTAUTH_URL = settings.NEXTAUTH_URL;
  else process.env.AUTH_TRUST_HOST = "true";
}
