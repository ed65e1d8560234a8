import { isVariableName } from "../dotenv/name";
import type { ImportFormat } from "./formats";
import { toldApart, withinBounds } from "./bounds";
import { encrypted, readAegis, readLinks, readTwoFas } from "./otpauth/authenticators";
import { type Columns, readCsv } from "./csv/csv";
import { isEverything, readEverything, readEverythingLines } from "./everything";
import { type Imported, isObject, nothing, writtenIn } from "./item";
import { isTooDeep, parseJson } from "./json";
import { isSecretList, isVaultKv, readAwsSecret, readKubernetes, readVaultKv } from "./csv/secret-stores";
import { readBitwarden, readOnePassword } from "./csv/password-managers";
import { isSealedText } from "./sealed-text";
import { plainName, plainNote } from "../plain-text";
import { infisicalList, readEnv, readInfisical, readObject } from "./variables";

export type { Columns } from "./csv/csv";
export { type ImportFormat, importFormats } from "./formats";
export type { Imported } from "./item";

export type ImportOptions = {
  format?: ImportFormat;
  /** The project of items that name none. */
  project: string;
  columns?: Columns;
};

/**
 * Reads an export. Never throws: `faults` lists the items that can't be imported, and the rest is returned, some with
 * a note. Runs in browsers and in Node.
 */
export function readImport(text: string, options: ImportOptions): Imported {
  const { entries, twoFactor, faults, notes, whole } = readAs(text, options);
  const imported: Imported = {
    entries: entries.map((entry) => ({
      ...entry,
      category: plainName(entry.category),
      name: plainName(entry.name),
      ...(entry.notes === undefined ? {} : { notes: plainNote(entry.notes) }),
    })),
    twoFactor: twoFactor.map((token) => ({
      ...token,
      service: plainName(token.service),
      accountName: plainName(token.accountName),
      ...(token.notes === undefined ? {} : { notes: plainNote(token.notes) }),
    })),
    faults,
    ...(notes && { notes }),
    ...(whole && { whole }),
  };
  // What a vault exports it takes.
  return whole ? imported : withinBounds(toldApart(imported));
}

function readAs(text: string, { format = "auto", project, columns }: ImportOptions): Imported {
  if (isSealedText(text))
    return {
      ...nothing(),
      faults: [{ where: "the file", message: "It is an encrypted export (age): open it with its passphrase first" }],
    };
  if (format === "env") return readEnv(text, project);
  if (format === "csv") return readCsv(text, project, columns);
  if (format === "otpauth") return readLinks(text);
  const json = parseJson(text);
  if (json !== undefined && isTooDeep(text))
    return { ...nothing(), faults: [{ where: "the file", message: "It is nested too deeply" }] };
  if (isEverything(json)) return readEverything([json]);
  const lines = json === undefined ? readEverythingLines(text) : null;
  if (lines) return lines;
  if (format === "everything")
    return { ...nothing(), faults: [{ where: "the file", message: "It is not a vault’s export of everything" }] };
  if (json !== undefined) {
    const dropped = nothing();
    const read = readJson(writtenIn(dropped, text), format, project);
    return { ...read, faults: [...dropped.faults, ...read.faults] };
  }
  if (isManifest(text))
    return {
      ...nothing(),
      faults: [{ where: "the file", message: "It is YAML: get it with kubectl get secret -o json" }],
    };
  if (format === "1password") return readCsv(text, project, columns);
  if (format === "ente") return readLinks(text);
  if (format !== "auto" || looksLikeJson(text))
    return { ...nothing(), faults: [{ where: "the file", message: "It is not valid JSON" }] };
  if (/^[^\S\r\n\u2028\u2029]*(otpauth(-migration)?|steam):\/\//im.test(text)) return readLinks(text);
  return looksLikeTable(text) ? readCsv(text, project, columns) : readEnv(text, project);
}

/** No line of a .env file begins so, nor a table of variables; `[default]` begins a file of settings, which is none either. */
const looksLikeJson = (text: string) => /^\ufeff?\s*(?:\{|\[\s*(?:["{[\]\d-]|$))/.test(text.slice(0, 100));

/**
 * Read as .env, each of its lines would be a variable, and the value the base64 of the secret. Within a variable's value it may
 * stand: only a text that begins like YAML is one.
 */
function isManifest(text: string): boolean {
  const start = text.slice(0, 100_000);
  const lines = start.replace("\ufeff", "").split("\n");
  const first = lines
    .map((line) => line.trim())
    .find((line) => line !== "" && !line.startsWith("#") && !line.startsWith("---"));
  const [key = "", rest] = first?.split(":", 2) ?? [];
  return isVariableName(key) && rest !== undefined && /^kind:[^\S\r\n]*(?:Secret|List)\b/m.test(start);
}

/** Whether the first line is a table's titles. A comment may have a comma too, and Excel's first line an equals sign. */
function looksLikeTable(text: string): boolean {
  const [first = ""] = text.slice(0, 100_000).replace("\ufeff", "").split("\n", 1);
  if (first.toLowerCase().startsWith("sep=")) return true;
  return !first.startsWith("#") && !first.includes("=") && [",", ";", "\t"].some((one) => first.includes(one));
}

function readJson(json: unknown, format: ImportFormat, project: string): Imported {
  const secrets = infisicalList(json);
  if (secrets && (format === "auto" || format === "infisical")) return readInfisical(secrets, project);
  if (!isObject(json)) return { ...nothing(), faults: [{ where: "the file", message: "Its format is not supported" }] };
  const isA = (name: ImportFormat, looks: boolean) => format === name || (format === "auto" && looks);
  if (isA("bitwarden", "items" in json && "encrypted" in json) || "encKeyValidation_DO_NOT_EDIT" in json)
    return readBitwarden(json, project);
  if (isA("1password", Array.isArray(json.accounts))) return readOnePassword(json);
  if (isA("aegis", "db" in json && "header" in json)) return readAegis(json);
  if (isA("2fas", Array.isArray(json.services) && "schemaVersion" in json)) return readTwoFas(json);
  if (isA("ente", "encryptedData" in json && "kdfParams" in json)) return encrypted("export it as plain text");
  if (isA("kubernetes", json.kind === "Secret" || isSecretList(json))) return readKubernetes(json, project);
  if (isA("vault-kv", isVaultKv(json))) return readVaultKv(json, project);
  if (isA("aws", "ARN" in json && ("SecretString" in json || "SecretBinary" in json)))
    return readAwsSecret(json, project);
  if (format === "infisical")
    return { ...nothing(), faults: [{ where: "the file", message: "It contains no list of secrets" }] };
  return readObject(json, project);
}
