import { isVariableName } from "../../dotenv/name";
import {
  addFault,
  addGroup,
  addVariable,
  asText,
  type Imported,
  isObject,
  type Json,
  nothing,
  objectsIn,
  textOf,
  variableNameOf,
  writtenIn,
} from "../item";
import { isTooDeep, parseJson } from "../json";

/*
 * What the command-line tools of secret stores print as JSON. A secret there is a set of names and values: if they all
 * are variables' names, each becomes a variable; otherwise the secret becomes a group.
 */

type Field = readonly [name: string, value: string];

function addSecret(imported: Imported, secret: string, fields: readonly Field[], project: string): void {
  const base = project || secret;
  if (fields.length > 0 && fields.every(([name]) => isVariableName(name)))
    for (const [name, value] of fields) addVariable(imported, `${secret}, ${name}`, { name, value, project: base });
  else {
    const named = fields.map(([name, value]) => [variableNameOf(name), value] as const);
    addGroup(imported, secret, { category: secret, project: base, fields: named });
  }
}

export const isSecretList = (json: Json): boolean =>
  json.kind === "List" && objectsIn(json.items).some(({ kind }) => kind === "Secret");

/** Reads `kubectl get secret -o json`: one Secret, or a List with some. `data` is base64, `stringData` plain text. */
export function readKubernetes(json: Json, project: string): Imported {
  const imported = nothing();
  const listed = json.kind === "Secret" ? [json] : objectsIn(json.items).filter(({ kind }) => kind === "Secret");
  for (const [index, { metadata, data, stringData }] of listed.entries()) {
    const name = (isObject(metadata) && textOf(metadata.name)) || `secret ${index + 1}`;
    const fields: Field[] = [];
    for (const [key, value] of Object.entries(isObject(data) ? data : {})) {
      const text = fromBase64(textOf(value));
      if (text === null) addFault(imported, `${name}, ${key}`, "It is not text in base64");
      else fields.push([key, text]);
    }
    for (const [key, value] of Object.entries(isObject(stringData) ? stringData : {}))
      fields.push([key, textOf(value)]);
    addSecret(imported, name, fields, project);
  }
  if (listed.length === 0) addFault(imported, "the file", "It holds no Secret");
  return imported;
}

function fromBase64(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export const isVaultKv = (json: Json): boolean => "lease_id" in json && isObject(json.data);

/** Reads `vault kv get -format=json`, of either version of the kv engine. The answer does not name the secret. */
export function readVaultKv(json: Json, project: string): Imported {
  const imported = nothing();
  const outer = isObject(json.data) ? json.data : json;
  const isSecond = isObject(outer.data) && isObject(outer.metadata);
  const data = isSecond && isObject(outer.data) ? outer.data : outer;
  const fields = Object.entries(data).map(([name, value]): Field => [name, asText(value)]);
  addSecret(imported, "vault", fields, project);
  return imported;
}

/** Reads `aws secretsmanager get-secret-value`: an object of names and values as text, or a single text. */
export function readAwsSecret(json: Json, project: string): Imported {
  const imported = nothing();
  const name = textOf(json.Name) || "secret";
  if ("SecretBinary" in json && !("SecretString" in json)) {
    addFault(imported, name, "It is binary (SecretBinary), and the vault stores text");
    return imported;
  }
  const text = textOf(json.SecretString);
  const values = parseJson(text) && !isTooDeep(text) ? writtenIn(imported, text, `${name}, `) : null;
  const fields = isObject(values)
    ? Object.entries(values).map(([field, value]): Field => [field, asText(value)])
    : [[variableNameOf(name), text] as const];
  addSecret(imported, name, fields, project);
  return imported;
}
