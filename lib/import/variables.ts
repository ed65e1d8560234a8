import { eachLine } from "../dotenv/parse";
import { isVariableName } from "../dotenv/name";
import {
  addFault,
  addGroup,
  addVariable,
  addVariableOf,
  asText,
  environmentOf,
  type Imported,
  isObject,
  type Json,
  nothing,
  objectsIn,
  textOf,
  variableNameOf,
} from "./item";

/**
 * Reads .env text: each variable becomes an entry of the project. A name that appears twice counts once, with its last
 * value, as for every reader of such files.
 */
export function readEnv(text: string, project: string): Imported {
  const imported = nothing();
  const last = new Map<string, { line: number; value: string }>();
  eachLine(text, (line) => {
    if (line.kind === "assignment") last.set(line.name, line);
  });
  eachLine(text, (line) => {
    const where = `line ${line.line}`;
    if (line.kind === "invalid") addFault(imported, where, line.message);
    if (line.kind !== "assignment") return;
    const { name, value } = line;
    const counts = last.get(name);
    if (counts?.line === line.line) addVariable(imported, `${where} (${name})`, { name, value, project });
    else if (counts?.value !== value)
      addFault(imported, where, `${name} is set again on line ${counts?.line} with a different value, which counts`);
  });
  return imported;
}

/**
 * Reads an object of names and values. An object within it becomes a group. Doppler's own names give project and
 * environment.
 */
export function readObject(json: Json, project: string): Imported {
  const imported = nothing();
  const { DOPPLER_PROJECT, DOPPLER_ENVIRONMENT, DOPPLER_CONFIG } = json;
  const base = {
    project: dopplerText(DOPPLER_PROJECT) || project,
    environment: environmentOf(dopplerText(DOPPLER_ENVIRONMENT)) ?? environmentOf(dopplerText(DOPPLER_CONFIG)),
  };
  for (const [name, value] of Object.entries(json)) {
    if (/^DOPPLER_(PROJECT|ENVIRONMENT|CONFIG)$/.test(name)) continue;
    const where = `${name}`;
    if (isObject(value) && !("computed" in value))
      addGroup(imported, where, {
        category: name,
        project: base.project,
        fields: Object.entries(value).map(([field, content]) => [variableNameOf(field), asText(content)]),
      });
    else if (!isVariableName(name))
      addFault(imported, where, "It is not a variable name: letters, digits and underscores, no digit first");
    else if (!isObject(value) && textOf(value) === "" && value !== "")
      addFault(imported, where, "Its value is not text");
    else
      addVariable(imported, where, {
        name,
        value: dopplerText(value),
        project: base.project,
        environment: base.environment,
        notes: isObject(value) ? textOf(value.note) : "",
      });
  }
  return imported;
}

/** `doppler secrets --json` wraps each value in an object; a download does not. */
const dopplerText = (value: unknown) => (isObject(value) ? textOf(value.computed ?? value.raw) : textOf(value));

/** Reads Infisical's export, or a response of its API: a list of secrets. */
export function readInfisical(list: readonly Json[], project: string): Imported {
  const imported = nothing();
  for (const [index, secret] of list.entries()) {
    const name = textOf(secret.key ?? secret.secretKey);
    const where = `item ${index + 1}${name && ` (${name})`}`;
    if (!isVariableName(name)) addFault(imported, where, "Its key is not a variable name");
    else
      addVariableOf(secret.environment, imported, where, {
        name,
        value: textOf(secret.value ?? secret.secretValue),
        project,
        notes: textOf(secret.comment ?? secret.secretComment),
      });
  }
  return imported;
}

export const infisicalList = (json: unknown): Json[] | null => {
  const list = isObject(json) ? json.secrets : json;
  const found = objectsIn(list);
  return found.length > 0 && found.every((secret) => "key" in secret || "secretKey" in secret) ? found : null;
};
