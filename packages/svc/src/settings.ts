import { isAccessKey } from "./credentials/access-key";
import { asksForKey } from "./ci";
import { loadKey, loadUrl } from "./credentials/credentials";
import { CliError } from "./cli-error";
import { isLoopback } from "../../../lib/loopback";
import { findProjectFile } from "./project-file";
import { readSecret } from "./terminal/terminal";

export type GlobalFlags = { url?: string; "key-file"?: string; "insecure-http"?: boolean; timeout?: string };

export type Settings = {
  url: URL;
  /** Null if it is obtained with the CI job's ID token. */
  key: string | null;
  project: string | undefined;
  env: string | undefined;
  timeoutSeconds: number;
};

/** With a key that stays the same from one call to the next. */
export type KeptKeySettings = Settings & { key: string };

/** Throws for a key that is issued per call. `what` needs a stored one. */
export function withKeptKey(settings: Settings, what: string): KeptKeySettings {
  const { key } = settings;
  if (key === null)
    throw new CliError("usage", `${what} needs a stored access key: with SVC_OIDC, each call gets a different one.`);
  return { ...settings, key };
}

/**
 * Flags, then SVC_URL and SVC_ACCESS_KEY (or _FILE) or SVC_OIDC, then .svc.json, then what `svc login` stored.
 * A key is sent only where its owner said: with a key from the environment, a .svc.json, which comes with somebody's
 * repository, does not set the address alone.
 */
export function settingsFrom(flags: GlobalFlags): Settings {
  const { url, named, file } = addressIn(flags);
  const timeoutSeconds = timeoutFrom(flags.timeout);
  const given = givenKey(flags);
  const isAsked = given === undefined && asksForKey();
  if (
    (given !== undefined || isAsked) &&
    named === undefined &&
    file?.url !== undefined &&
    url.origin !== loadOrigin()
  ) {
    throw new CliError(
      "usage",
      `${file.path} names ${url.origin}, but a file in a folder is not enough to decide where an access key is sent: set SVC_URL or --url as well.`,
    );
  }
  const rest = { url, project: file?.project, env: file?.environment, timeoutSeconds };
  if (isAsked) return { ...rest, key: null };
  const key = given ?? loadKey(url);
  if (key === undefined)
    throw new CliError(
      "authentication",
      `There is no access key for ${url.origin}: run svc login, set SVC_ACCESS_KEY or SVC_ACCESS_KEY_FILE, or SVC_OIDC=true in CI.`,
    );
  if (!isAccessKey(key))
    throw new CliError(
      "authentication",
      "The access key is mistyped: a key is svc_ followed by 43 characters, the last of which are a checksum. Copy it again.",
    );
  return { ...rest, key };
}

/** The vault's address by the same rules, for what sends no key there. */
export const addressFrom = (flags: GlobalFlags): URL => addressIn(flags).url;

/** `named`: by whoever calls, and not by a file in the folder. */
function addressIn(flags: GlobalFlags) {
  if (setting("SVC_MCP"))
    throw new CliError(
      "refused",
      "An agent runs this command through svc mcp: it gets its values in the environment, and svc gives it no others.",
    );
  const file = findProjectFile(process.cwd());
  const named = flags.url ?? setting("SVC_URL");
  const address = named ?? file?.url ?? loadUrl();
  if (address === undefined) throw new CliError("usage", "No vault is set: run svc login, or set SVC_URL or --url.");
  return { url: parseUrl(address, flags["insecure-http"] === true), named, file };
}

const setting = (name: string) => process.env[name] || undefined;

function loadOrigin(): string | undefined {
  const url = loadUrl();
  return url === undefined ? undefined : new URL(url).origin;
}

function givenKey(flags: GlobalFlags): string | undefined {
  if (flags["key-file"] !== undefined) return keyIn(flags["key-file"], "--key-file");
  const key = setting("SVC_ACCESS_KEY");
  const file = setting("SVC_ACCESS_KEY_FILE");
  if (key !== undefined && file !== undefined)
    throw new CliError("usage", "Both SVC_ACCESS_KEY and SVC_ACCESS_KEY_FILE are set: set one.");
  return file === undefined ? key?.trim() : keyIn(file, "SVC_ACCESS_KEY_FILE");
}

/** The key in a file. `option`: the option or variable that names the file. */
export const keyIn = (file: string, option: string): string => readSecret(file, option).trim();

/**
 * The vault's address, with or without a trailing `/api`. Plain http beyond this machine only if allowed explicitly.
 */
export function parseUrl(text: string, insecureHttp: boolean): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new CliError("usage", "The vault's address is not a URL: write it as https://vault.example.com.");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new CliError("usage", "The vault's address has to start with https://.");
  if (url.username || url.password)
    throw new CliError("usage", "The vault's address must not contain a user name or a password.");
  if (url.protocol === "http:" && !insecureHttp && !isLoopback(url.hostname)) {
    throw new CliError(
      "usage",
      `${url.origin} is not encrypted: anyone in between could read the key and the values. Use https://, or add --insecure-http if the network is yours.`,
    );
  }
  const base = new URL(url.origin);
  base.pathname = url.pathname
    .split("/")
    .filter(Boolean)
    .map((part) => `/${part}`)
    .join("")
    .replace(/\/api$/, "");
  return base;
}

/** The seconds that --timeout gives. */
export function timeoutFrom(text = "10"): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3_600)) throw new CliError("usage", "--timeout takes seconds, from 1 to 3600.");
  return seconds;
}
