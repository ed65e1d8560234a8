import { AppError, invalidField } from "../errors";

/** Deeper nesting serves no request of this API and only feeds parsers' worst cases. */
export const depthMax = 32;
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses a request body. Refuses what could not be kept or compared exactly: invalid UTF-8, lone surrogates, names that
 * touch prototypes, nesting beyond 32.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("INVALID_JSON");
  }
  check(value, "", 1);
  return value;
}

function check(value: unknown, path: string, depth: number): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw fault(path, "holds a lone surrogate (half of a UTF-16 pair), which can't be stored exactly");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth > depthMax) throw fault(path, `is nested deeper than ${depthMax} levels`);
  for (const [name, child] of Object.entries(value)) {
    if (forbiddenNames.has(name)) throw fault(path, `must not have a field named ${name}`);
    if (!name.isWellFormed()) throw fault(path, "has a field name with a lone surrogate");
    check(child, path ? `${path}.${name}` : name, depth + 1);
  }
}

/** The path is made of the client's own names, which may be as long as the body: an answer quotes their beginning. */
const fault = (path: string, message: string): AppError => invalidField(path.length > 100 ? `${path.slice(0, 100)}…` : path, message);
