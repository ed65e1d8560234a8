import { AppError, invalidField } from "../errors";
import { repeatedName } from "../json-names";

/** Deeper nesting serves no request of this API and only feeds parsers' worst cases. */
export const depthMax = 32;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses a request body. Refuses what could not be kept or compared exactly: invalid UTF-8, lone surrogates, names that
 * touch prototypes, one name twice in an object, nesting beyond 32.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new AppError("INVALID_JSON");
  }
  check(value, []);
  const twice = repeatedName(text);
  if (twice !== null) throw fault([twice], "is given more than once");
  return value;
}

/** `path` is where `value` stands; it is put into words only for a fault, since a body may hold half a million values. */
function check(value: unknown, path: string[]): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw fault(path, "holds a lone surrogate (half of a UTF-16 pair), which can't be stored exactly");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (path.length >= depthMax) throw fault(path, `is nested deeper than ${depthMax} levels`);
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) if (isChecked(child)) checkChild(child, String(index), path);
    return;
  }
  for (const name of Object.keys(value)) {
    if (forbiddenNames.has(name)) throw fault(path, `must not have a field named ${name}`);
    if (!name.isWellFormed()) throw fault(path, "has a field name with a lone surrogate");
    checkChild((value as Record<string, unknown>)[name], name, path);
  }
}

/** Numbers, booleans and null hold nothing to check. */
const isChecked = (value: unknown) => typeof value === "string" || typeof value === "object";

function checkChild(child: unknown, name: string, path: string[]): void {
  path.push(name);
  check(child, path);
  path.pop();
}

/** The path is made of the client's own names, which may be as long as the body: an answer quotes their beginning. */
function fault(path: readonly string[], message: string): AppError {
  const field = path.join(".");
  return invalidField(field.length > 100 ? `${field.slice(0, 100)}…` : field, message);
}
