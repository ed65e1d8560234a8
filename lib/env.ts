import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { isLoopback } from "./loopback";
import { isPlainLine } from "./plain-text";

/** A setting is invalid. The message names it and says what to set. It stops the start. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SettingsError";
  }
}

const flag = (initial: boolean) =>
  z
    .enum(["true", "false"], "must be true or false")
    .default(initial ? "true" : "false")
    .transform((text) => text === "true");
/** Addresses and ranges (10.0.0.0/8), separated by commas. */
const addressRanges = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((range) => range.trim())
      .filter((range) => range !== ""),
  )
  .refine(
    (ranges) => ranges.every(isAddressRange),
    "must list addresses or ranges such as 10.0.0.0/8, separated by commas",
  )
  .default([]);

function isAddressRange(range: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const family = isIP(address);
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32));
}

/** An integer in digits only: Number() reads " " as 0 and accepts 0x50 and 1e3. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const fromOne = (max: number) => wholeNumber(1, max);
const atLeastOne = (initial: number, max: number) => fromOne(max).default(initial);
const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as https://vault.example.com" });

const isDatabaseUrl = (text: string) =>
  /^file:./.test(text) || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text));

/** The issuer receives tokens and the client secret: only over TLS, or on this machine. */
const oidcIssuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  return (
    (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) &&
    !search &&
    !hash &&
    !username &&
    !password
  );
}, "must be an https address without query, such as https://login.example.com (http only for this machine itself)");
const oidcNames = ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET", "AUTH_OIDC_NAME"] as const;

/** The model receives entry names and its key: never unencrypted beyond this machine. Without a trailing slash. */
const aiBaseUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://api.openai.com/v1", abort: true })
  .refine((url) => new URL(url).protocol === "https:" || isLoopback(new URL(url).hostname), {
    error: "must start with https:// unless the model runs on this machine (http://localhost:11434/v1)",
    abort: true,
  })
  .refine((url) => new URL(url).username + new URL(url).password === "", {
    error: "must not hold a user name or password: give the key in AI_API_KEY",
    abort: true,
  })
  .refine((url) => !/[?#]/.test(url), { error: "must end with its path, such as /v1", abort: true })
  .transform((url) => url.replace(/\/+$/, ""));

/** Beyond this machine, the server has to speak TLS: from the start (smtps), or by STARTTLS (smtp). */
const smtpUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  return (
    ["smtp:", "smtps:"].includes(protocol) &&
    hostname !== "" &&
    ["", "/"].includes(pathname) &&
    !search &&
    !hash &&
    (username === "") === (password === "") &&
    [username, password].every(isPercentEncoded)
  );
}, "must be smtps://user:password@host:465 or smtp://user:password@host:587 (special characters in the password percent-encoded; without user and password if the server asks for none)");

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The name and the address of `vault@example.com` or `Vault <vault@example.com>`. */
export function senderOf(text: string): { name: string; address: string } {
  const open = text.indexOf("<");
  if (open === -1 || !text.endsWith(">")) return { name: "", address: text };
  return { name: text.slice(0, open).trim(), address: text.slice(open + 1, -1) };
}

const mailFrom = z
  .string()
  .trim()
  .refine(
    (text) => isPlainLine(text) && z.email().safeParse(senderOf(text).address).success,
    "must be an e-mail address, such as vault@example.com or Vault <vault@example.com>",
  );

export const Settings = z
  .object({
    // Digits only: Number() reads " " as 0 and accepts 0x50 and 1e3.
    PORT: z
      .string()
      .regex(/^\d+$/, "must be a port number")
      .transform(Number)
      .pipe(z.number().max(65_535, "must be at most 65535"))
      .default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    VAULT_DATA_DIR: z
      .string()
      .min(1)
      .default("./data")
      .transform((dir) => path.resolve(/* turbopackIgnore: true */ dir)),
    DATABASE_URL: z
      .string()
      .refine(
        isDatabaseUrl,
        "must be file:/path/to/vault.db, postgresql://user:password@host:5432/database (special characters in the password percent-encoded), or unset for a database in the data folder",
      )
      .optional(),
    WORKERS: atLeastOne(1, 999),
    STOP_DELAY_SECONDS: wholeNumber(0, 600).default(0),
    VAULT_MASTER_KEYS: z.string().optional(),
    TLS_CERT_FILE: z.string().optional(),
    TLS_KEY_FILE: z.string().optional(),
    NEXTAUTH_URL: httpUrl.transform((url) => new URL(url).origin).optional(),
    AUTH_PASSWORD_LOGIN: flag(true),
    AUTH_REGISTRATION: z.enum(["open", "closed"], "must be open or closed").default("open"),
    AUTH_SECOND_FACTOR: z.enum(["optional", "required"], "must be optional or required").default("optional"),
    METRICS_TOKEN: z
      .string()
      .min(16, "must have at least 16 characters (openssl rand -hex 32 makes one), or be unset for no /metrics")
      .optional(),
    AUTH_ADDRESS_FAILURES_MAX: atLeastOne(5, 1_000_000),
    API_REQUESTS_PER_MINUTE: fromOne(1_000_000).optional(),
    AUTH_SESSION_IDLE_MINUTES: atLeastOne(30, 7 * 24 * 60),
    AUTH_SESSION_MAX_HOURS: atLeastOne(12, 90 * 24),
    VERSIONS_KEPT: wholeNumber(0, 10_000).default(50),
    VERSIONS_DAYS: wholeNumber(0, 36_500).default(365),
    TRASH_DAYS: wholeNumber(0, 36_500).default(30),
    ACTIVITY_DAYS: atLeastOne(400, 36_500),
    TRUSTED_PROXIES: addressRanges,
    WEBHOOK_PRIVATE_ADDRESSES: flag(false),
    ISSUER_ADDRESSES: z
      .enum(["public", "loopback", "private"], "must be public, loopback or private")
      .default("loopback"),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: mailFrom.optional(),
    AUTH_OIDC_ISSUER: oidcIssuer.optional(),
    AUTH_OIDC_CLIENT_ID: z.string().min(1, "must not be empty").optional(),
    AUTH_OIDC_CLIENT_SECRET: z.string().min(1, "must not be empty").optional(),
    AUTH_OIDC_NAME: z.string().trim().min(1, "must not be blank").max(40, "must have at most 40 characters").optional(),
    AI_BASE_URL: aiBaseUrl.optional(),
    AI_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "must be one key without blanks or line breaks")
      .optional(),
    // Replies contain this name as their provider, and local is the name of the built-in matcher.
    AI_MODEL: z
      .string()
      .regex(/^(?!local$)[\x21-\x7e]{1,200}$/, "must be a model's name, such as gpt-4.1-mini, and not local")
      .optional(),
  })
  .superRefine((settings, context) => {
    const missing = oidcNames.filter((name) => settings[name] === undefined);
    const [first] = missing;
    if (first && missing.length < oidcNames.length)
      context.addIssue({
        code: "custom",
        path: [first],
        message: `is not set, though another of the OIDC settings is: set all of ${oidcNames.join(", ")}, or none`,
      });
    const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = settings;
    const needs = (name: string, because: string) =>
      context.addIssue({ code: "custom", path: [name], message: `must be set too, since ${because} is` });
    const { TLS_CERT_FILE, TLS_KEY_FILE, NEXTAUTH_URL } = settings;
    if (TLS_CERT_FILE && !TLS_KEY_FILE) needs("TLS_KEY_FILE", "TLS_CERT_FILE");
    if (TLS_KEY_FILE && !TLS_CERT_FILE) needs("TLS_CERT_FILE", "TLS_KEY_FILE");
    if (TLS_CERT_FILE && NEXTAUTH_URL?.startsWith("http:"))
      context.addIssue({
        code: "custom",
        path: ["NEXTAUTH_URL"],
        message: "must start with https://, since TLS_CERT_FILE is set",
      });
    if (settings.SMTP_URL && !settings.MAIL_FROM) needs("MAIL_FROM", "SMTP_URL");
    if (settings.MAIL_FROM && !settings.SMTP_URL) needs("SMTP_URL", "MAIL_FROM");
    if (AI_BASE_URL && !AI_MODEL) needs("AI_MODEL", "AI_BASE_URL");
    if (AI_MODEL && !AI_BASE_URL) needs("AI_BASE_URL", "AI_MODEL");
    if (AI_API_KEY && !AI_BASE_URL) needs("AI_BASE_URL", "AI_API_KEY");
  });
export type Settings = z.output<typeof Settings>;

/**
 * Settings that hold a secret. Each may also be given as `NAME_FILE`, the path of a file with the secret (Docker
 * secrets).
 */
export const secretNames = [
  "DATABASE_URL",
  "VAULT_MASTER_KEYS",
  "AUTH_OIDC_CLIENT_SECRET",
  "AI_API_KEY",
  "METRICS_TOKEN",
  "SMTP_URL",
] as const;

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

/** The process's own environment. The only place in the product that reads it. */
export function processSettings(): Settings {
  return readSettings(process.env);
}

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
