import { mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { CliError } from "../cli-error";
import { keyring } from "./keyring";
import { readText } from "../terminal/terminal";
import { writePrivately } from "../written-file";

/** What `svc login` stores: the last address, and the key of each address, or null if the keyring has it. */
type Credentials = { url?: string; keys: Record<string, string | null> };

const folder = () =>
  process.platform === "win32"
    ? path.join(process.env.APPDATA || homedir(), "svc")
    : path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "svc");
/** Where svc keeps what concerns this machine alone, made if there is none. */
export function settingsFolder(): string {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  return folder();
}

const credentialsFile = () => path.join(folder(), "credentials.json");

export const loadUrl = (): string | undefined => load().url;

export function loadKey(url: URL): string | undefined {
  const key = load().keys[url.href];
  return key === null ? (keyring()?.load(url.href) ?? undefined) : key;
}

/** Stores a key in the keyring if possible, otherwise in a file that only its owner can read. Returns which. */
export function saveKey(url: URL, key: string): string {
  const { keys } = load();
  const ring = keyring();
  const kept = ring?.save(url.href, key) === true;
  save({ url: url.href, keys: { ...keys, [url.href]: kept ? null : key } });
  return kept && ring ? ring.name : credentialsFile();
}

/** Forgets a stored key. Returns whether there was one. */
export function removeKey(url: URL): boolean {
  const { url: last, keys } = load();
  const stored = keys[url.href];
  if (stored === undefined) return false;
  if (stored === null && keyring()?.remove(url.href) !== true)
    throw new CliError("refused", "The system's keyring did not remove the key: remove it there, under the name svc.");
  const others = Object.fromEntries(Object.entries(keys).filter(([address]) => address !== url.href));
  save({ ...(last !== undefined && last !== url.href ? { url: last } : {}), keys: others });
  return true;
}

function load(): Credentials {
  const text = readText(credentialsFile());
  if (text === null) return { keys: {} };
  if (process.platform !== "win32" && (statSync(credentialsFile()).mode & 0o077) !== 0)
    throw new CliError(
      "usage",
      `Others can read ${credentialsFile()}: run chmod 600 on it, and consider replacing the key.`,
    );
  try {
    const { url, keys } = JSON.parse(text) as Credentials;
    return { ...(url ? { url } : {}), keys: Object.assign(Object.create(null) as object, keys) as Credentials["keys"] };
  } catch {
    throw new CliError("usage", `${credentialsFile()} is damaged: delete it and run svc login again.`);
  }
}

function save(credentials: Credentials): void {
  settingsFolder();
  writePrivately(credentialsFile(), `${JSON.stringify(credentials, null, 2)}\n`);
}
