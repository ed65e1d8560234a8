import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Variable } from "../vault/export-answer";
import { exitCodes, CliError } from "../cli-error";
import { type Settings, withKeptKey } from "../settings";
import { note, readText } from "../terminal/terminal";
import type { Source } from "./project-variables";
import { described } from "./variables";
import { writePrivately } from "../written-file";

/** The copy's file, and what it is a copy of. */
export type CopyOf = { settings: Settings; source: Source; file: string | undefined; allowEmpty: boolean };

/**
 * Fetches the variables from the vault and stores a copy; uses the copy only if the vault can't be reached, and says so
 * on stderr.
 */
export async function fetchOrFallBack(
  fetch: () => Promise<Variable[]>,
  { settings, source, file, allowEmpty }: CopyOf,
): Promise<Variable[]> {
  if (file === undefined) return fetch();
  const { key } = withKeptKey(settings, "--fallback");
  const { selection, files, local } = source;
  const purpose = JSON.stringify([
    settings.url.href,
    selection.project ?? null,
    selection.env ?? null,
    ...(files ? [{ files, local }] : []),
  ]);
  try {
    const variables = await fetch();
    keep(file, variables, key, purpose);
    return variables;
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCodes.network) throw error;
    const text = readText(file);
    if (text === null) throw new CliError("network", `${error.message} There is no copy in ${file} yet.`);
    const copy = open(text, key, purpose);
    if (!copy)
      throw new CliError(
        "network",
        `${error.message} The copy in ${file} can't be decrypted: it was made with another key, for a selection other than ${described(selection)}, or was changed.`,
      );
    if (copy.variables.length === 0 && !allowEmpty)
      throw new CliError("network", `${error.message} The copy in ${file} from ${copy.savedAt} contains no variables.`);
    note(`${error.message} Using the copy in ${file} from ${copy.savedAt}.`);
    return copy.variables;
  }
}

/**
 * Renews the copy. Reports variables that the earlier copy had and this one doesn't, and any reason to leave the file
 * alone.
 */
function keep(file: string, variables: Variable[], accessKey: string, purpose: string): void {
  try {
    const text = readText(file);
    if (text && !text.startsWith(copyStart))
      return note(`${file} is not a copy made by svc and was left unchanged: name another file for --fallback.`);
    const before = text ? open(text, accessKey, purpose) : null;
    if (text && !before)
      note(`the copy in ${file} was made with another key or for a different selection: it will be replaced.`);
    const gone =
      before?.variables
        .map(({ name }) => name)
        .filter((name) => !variables.some((variable) => variable.name === name)) ?? [];
    if (gone.length > 0)
      note(
        `the vault no longer has ${[...new Set(gone)].join(", ")}: the copy in ${file} loses ${gone.length > 1 ? "them" : "it"} too.`,
      );
    writePrivately(file, seal({ savedAt: new Date().toISOString(), variables }, accessKey, purpose));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    note(`the copy was not renewed: ${error.message}`);
  }
}

type Copy = { savedAt: string; variables: Variable[] };

const copyStart = '{"svcFallback":1,';
const info = "svc run --fallback v1";
/** The access key has 224 random bits, so a slow derivation would add nothing. */
const keyFor = (accessKey: string, salt: Buffer) => Buffer.from(hkdfSync("sha256", accessKey, salt, info, 32));

/**
 * AES-256-GCM under a key derived from the access key; bound to vault and selection, so that a copy can't be used for
 * another.
 */
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
    const decipher = createDecipheriv("aes-256-gcm", keyFor(accessKey, data.subarray(0, 32)), data.subarray(32, 44), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(data.subarray(44, 60));
    return JSON.parse(Buffer.concat([decipher.update(data.subarray(60)), decipher.final()]).toString("utf8")) as Copy;
  } catch {
    return null;
  }
}
