import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { writePrivately } from "./credentials";
import { exitCodes, Failure } from "./failure";
import type { Settings } from "./settings";
import { note, readText } from "./terminal";
import { described, fetchVariables, type Variable } from "./variables";
import type { Selection, Vault } from "./vault";

/** The variables from the vault, whose copy is kept; only when it can't be reached those of the copy, which is said on stderr. */
export async function fetchOrFallBack(vault: Vault, settings: Settings, selection: Selection, file: string | undefined): Promise<Variable[]> {
  if (file === undefined) return fetchVariables(vault, selection);
  const purpose = JSON.stringify([settings.url.href, selection.project ?? null, selection.env ?? null]);
  try {
    const variables = await fetchVariables(vault, selection);
    try {
      writePrivately(file, seal({ savedAt: new Date().toISOString(), variables }, settings.key, purpose));
    } catch (error) {
      note(`the copy in ${file} was not renewed (${(error as NodeJS.ErrnoException).code}).`);
    }
    return variables;
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.network) throw error;
    const text = readText(file);
    if (text === null) throw new Failure("network", `${error.message} There is no copy in ${file} yet.`);
    const copy = open(text, settings.key, purpose);
    if (!copy) throw new Failure("network", `${error.message} The copy in ${file} does not open: it was made with another key, for another selection than ${described(selection)}, or was changed.`);
    note(`${error.message} Using the copy in ${file} of ${copy.savedAt}.`);
    return copy.variables;
  }
}

type Copy = { savedAt: string; variables: Variable[] };

const info = "svc run --fallback v1";
/** The access key has 224 random bits, so a slow derivation would add nothing. */
const keyFor = (accessKey: string, salt: Buffer) => Buffer.from(hkdfSync("sha256", accessKey, salt, info, 32));

/** AES-256-GCM under a key derived from the access key; bound to vault and selection, so that no copy serves for another. */
export function seal(copy: Copy, accessKey: string, purpose: string): string {
  const [salt, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", keyFor(accessKey, salt), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(copy), "utf8"), cipher.final()]);
  return `${JSON.stringify({ svcFallback: 1, data: Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]).toString("base64") })}\n`;
}

/** Null if it was sealed with another access key or for another purpose, or was changed. */
export function open(text: string, accessKey: string, purpose: string): Copy | null {
  try {
    const data = Buffer.from((JSON.parse(text) as { data: string }).data, "base64");
    const decipher = createDecipheriv("aes-256-gcm", keyFor(accessKey, data.subarray(0, 32)), data.subarray(32, 44), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(data.subarray(44, 60));
    return JSON.parse(Buffer.concat([decipher.update(data.subarray(60)), decipher.final()]).toString("utf8")) as Copy;
  } catch {
    return null;
  }
}
