import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { type KeyRing, MasterKeyError, newMasterKeyText, parseKeyRing } from "../crypto/sealing/keyring";
import { type Settings, SettingsError } from "../env";

/** Where the first start stores the master key if none was given. */
export const masterKeyFile = (settings: Settings): string => path.join(settings.VAULT_DATA_DIR, "master.key");

/** The master keys from the settings, or else from the data folder. Null if there are none yet. */
export function loadKeyRing(settings: Settings): KeyRing | null {
  const file = masterKeyFile(settings);
  if (settings.VAULT_MASTER_KEYS !== undefined) return parse(settings.VAULT_MASTER_KEYS, "VAULT_MASTER_KEYS");
  return existsSync(file) ? parse(readKeyFile(file), file) : null;
}

/** The error for a vault that holds values under these keys but was given no key. */
export const lostMasterKey = (settings: Settings, keyIds: readonly string[]): SettingsError =>
  new SettingsError(
    `The database holds values sealed under the master key ${keyIds.join(", ")}, and no master key was given: put its file back at ${masterKeyFile(settings)}, or set VAULT_MASTER_KEYS_FILE. No new key was created, since it could decrypt nothing.`,
  );

/** The error for a vault that holds values under keys that were not given. `given` are those that were. */
export const missingMasterKey = (keyIds: readonly string[], given: readonly string[]): SettingsError =>
  new SettingsError(
    `The database holds values sealed under the master key ${keyIds.join(", ")}, which is not among the given ones (${given.join(", ")}): give it, after the first one if you are changing the key, or else in its place.`,
  );

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new SettingsError(
      `The master key at ${file} can't be read: let this user read it, or start the vault as its owner.`,
    );
  }
}

/**
 * Creates the master key file (0600). It is complete and durable before anything is sealed under it: it is written
 * under another name and then linked to its own, which never overwrites an existing file.
 */
export function createMasterKey(settings: Settings): KeyRing {
  const file = masterKeyFile(settings);
  const unfinished = `${file}.new`;
  const text = newMasterKeyText();
  rmSync(unfinished, { force: true });
  const handle = openSync(unfinished, "wx", 0o600);
  try {
    writeSync(handle, `${text}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  linkSync(unfinished, file);
  rmSync(unfinished);
  syncFolder(settings.VAULT_DATA_DIR);
  return parseKeyRing(text);
}

/** Makes a new file's name durable, not only its content. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function parse(text: string, origin: string): KeyRing {
  try {
    return parseKeyRing(text);
  } catch (error) {
    if (error instanceof MasterKeyError) throw new SettingsError(`${origin}: ${error.message}`);
    throw error;
  }
}
