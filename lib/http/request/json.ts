import { prototypeNames } from "../../contracts/prototype-names";
import { AppError, invalidField } from "../../errors";
import { repeatedName } from "../../json-names";

/** No request of this API nests deeper, and parsers are slowest on deep nesting. */
export const depthMax = 32;
/** Counts arrays, objects and comma-separated values. The largest allowed import has 26,000. */
const valuesMax = 40_000;
/** The longest list in this API, except where a contract says so. */
const itemsMaxDefault = 2_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a request body. Refuses what can't be stored or compared exactly: invalid UTF-8, lone surrogates, names that
 * touch prototypes, duplicate names in an object, nesting deeper than 32. Also refuses what would only keep the process
 * busy: more than 40,000 values, counted before parsing, and lists of more than 2,000 items, or of `itemsMax`.
 */
export function parseJson(bytes: Uint8Array, itemsMax = itemsMaxDefault): unknown {
  // Each value takes at least two bytes.
  if (bytes.length > 2 * valuesMax && holdsMore(bytes))
    throw new AppError("VALIDATION_ERROR", { message: `The body contains too many values: at most ${valuesMax}` });
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new AppError("INVALID_JSON");
  }
  check(value, [], itemsMax);
  const twice = repeatedName(text);
  if (twice !== null) throw fault([twice], "is given more than once");
  return value;
}

/** Whether the text holds too many values. Strings are skipped. */
function holdsMore(bytes: Uint8Array): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if ((byte === comma || byte === openArray || byte === openObject) && (count += 1) > valuesMax) return true;
  }
  return false;
}

const [quote, backslash, comma, openArray, openObject] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** The index of the string's closing quote, or the text's length if there is none. Skips long strings natively. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(quote, start); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > start && bytes[at - escapes - 1] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}

/** `path` leads to `value`. It is formatted only for an error: a body may hold many thousand values. */
function check(value: unknown, path: string[], itemsMax: number): void {
  if (typeof value === "string") {
    if (!value.isWellFormed())
      throw fault(path, "holds a lone surrogate (half of a UTF-16 pair), which can't be stored exactly");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (path.length >= depthMax) throw fault(path, `is nested deeper than ${depthMax} levels`);
  if (Array.isArray(value)) {
    if (value.length > itemsMax) throw fault(path, `must have at most ${itemsMax} items`);
    for (const [index, child] of value.entries())
      if (isChecked(child)) checkChild(child, String(index), path, itemsMax);
    return;
  }
  for (const name of Object.keys(value)) {
    if (prototypeNames.has(name)) throw fault(path, `must not have a field named ${name}`);
    if (!name.isWellFormed()) throw fault(path, "has a field name with a lone surrogate");
    checkChild((value as Record<string, unknown>)[name], name, path, itemsMax);
  }
}

/** Numbers, booleans and null need no check. */
const isChecked = (value: unknown) => typeof value === "string" || typeof value === "object";

function checkChild(child: unknown, name: string, path: string[], itemsMax: number): void {
  path.push(name);
  check(child, path, itemsMax);
  path.pop();
}

/**
 * The path contains the client's own names, which can be as long as the body, so the message quotes only the beginning.
 */
function fault(path: readonly string[], message: string): AppError {
  const field = path.join(".");
  return invalidField(field.length > 100 ? `${field.slice(0, 100)}…` : field, message);
}
