import { readFileSync, statSync } from "node:fs";
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
const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as https://vault.example.com" });

const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Names of entries go there, and a key: never in the clear beyond this machine. Without a slash at its end. */
const aiBaseUrl = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://api.openai.com/v1", abort: true })
  .refine((url) => new URL(url).protocol === "https:" || isLoopback(new URL(url).hostname), { error: "must start with https:// unless the model runs on this machine (http://localhost:11434/v1)", abort: true })
  .refine((url) => new URL(url).username + new URL(url).password === "", { error: "must not hold a user name or password: give the key in AI_API_KEY", abort: true })
  .refine((url) => !/[?#]/.test(url), { error: "must end with its path, such as /v1", abort: true })
  .transform((url) => url.replace(/\/+$/, ""));

const Settings = z.object({
  // Digits alone: Number() takes " " for 0 and reads 0x50 and 1e3.
  PORT: z.string().regex(/^\d+$/, "must be a port number").transform(Number).pipe(z.number().max(65_535, "must be at most 65535")).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  VAULT_DATA_DIR: z.string().min(1).default("./data").transform((dir) => path.resolve(/* turbopackIgnore: true */ dir)),
  DATABASE_URL: z.string().regex(/^file:./, "must be file:/path/to/vault.db, or unset for a database in the data folder").optional(),
  VAULT_MASTER_KEYS: z.string().optional(),
  NEXTAUTH_URL: httpUrl.transform((url) => new URL(url).origin).optional(),
  AUTH_PASSWORD_LOGIN: flag(true),
  AUTH_REGISTRATION: z.enum(["open", "closed"], "must be open or closed").default("open"),
  AI_BASE_URL: aiBaseUrl.optional(),
  AI_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, "must be one key without blanks or line breaks").optional(),
  // The answers name it as their provider, where local stands for the matcher that asks nobody.
  AI_MODEL: z.string().regex(/^(?!local$)[\x21-\x7e]{1,200}$/, "must be a model's name, such as gpt-4.1-mini, and not local").optional(),
}).superRefine(({ AI_BASE_URL, AI_API_KEY, AI_MODEL }, { addIssue }) => {
  const needs = (name: string, because: string) => addIssue({ code: "custom", path: [name], message: `must be set too, since ${because} is` });
  if (AI_BASE_URL && !AI_MODEL) needs("AI_MODEL", "AI_BASE_URL");
  if (AI_MODEL && !AI_BASE_URL) needs("AI_BASE_URL", "AI_MODEL");
  if (AI_API_KEY && !AI_BASE_URL) needs("AI_BASE_URL", "AI_API_KEY");
});
export type Settings = z.output<typeof Settings>;

/** Settings that hold a secret: each may be given as `NAME_FILE`, the path of a file that holds it (Docker secrets). */
const secretNames = ["DATABASE_URL", "VAULT_MASTER_KEYS", "AI_API_KEY"] as const;

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
