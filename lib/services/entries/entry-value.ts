import { envVarNamePattern, type KeyType, nameLengthMax } from "../../contracts/primitives";
import { prototypeNames } from "../../contracts/prototype-names";
import { invalidField } from "../../errors";
import { repeatedName } from "../../json-names";

/**
 * Checks a value against its category's type and returns the field names of a group (null for other types). Values are
 * stored exactly as sent. Throws a 400 whose message never contains a part of the value.
 */
export function checkEntryValue(keyType: KeyType, value: string): string[] | null {
  switch (keyType) {
    case "simple":
      return null;
    case "group":
      return checkGroup(value);
    case "json":
      parseOr(value, "must be a JSON document for a category of type json");
      return null;
    case "ssh":
      if (!isPrivateKey(value))
        throw invalidField(
          "value",
          "must be a private key in PEM or OpenSSH form for a category of type ssh (-----BEGIN … PRIVATE KEY-----)",
        );
      return null;
  }
}

function checkGroup(value: string): string[] {
  const names = Object.keys(readGroup(value));
  const twice = repeatedName(value);
  // Nobody can tell which of the two values was meant, and what is stored is exactly what was sent.
  if (twice !== null) throw invalidField("value", `has the field ${twice} more than once`);
  return names;
}

/**
 * Parses a group's stored JSON into an object of field names and values, in order. Throws a 400 for any other shape.
 */
export function readGroup(value: string): Record<string, string> {
  const expected =
    'must be a JSON-encoded object of variable name to string for a group category, such as {"USER":"ada"}';
  const parsed = parseOr(value, expected);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw invalidField("value", expected);
  const fields = Object.entries(parsed);
  if (fields.length === 0) throw invalidField("value", "must have at least one field");
  for (const [name, text] of fields) {
    if (prototypeNames.has(name)) throw invalidField("value", `must not have a field named ${name}`);
    if (name.length > nameLengthMax || !envVarNamePattern.test(name))
      throw invalidField(
        "value",
        "has a field whose name is not a valid variable name: letters, digits and _, not starting with a digit",
      );
    if (typeof text !== "string") throw invalidField("value", `has a field, ${name}, that is not a string`);
    if (!text.isWellFormed())
      throw invalidField("value", `has a field, ${name}, that holds a lone surrogate, which can't be stored exactly`);
  }
  return parsed as Record<string, string>;
}

function parseOr(value: string, expected: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw invalidField("value", expected);
  }
}

/** RFC 7468 text encoding of a private key, with the same label in both lines. */
function isPrivateKey(value: string): boolean {
  const lines = value.trim().split(/\r?\n/);
  const label = /^-----BEGIN ((?:[A-Z0-9]+ )*PRIVATE KEY)-----$/.exec(lines[0] ?? "")?.[1];
  return label !== undefined && lines.length >= 3 && lines.at(-1) === `-----END ${label}-----`;
}
