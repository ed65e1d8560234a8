import { CliError } from "../cli-error";
import { withoutMark } from "../terminal/terminal";
import { variablesIn } from "./names-diff";

/** The names that a file says a program reads, and those that it can't do without. */
export type Expected = { known: ReadonlySet<string>; required: ReadonlySet<string> };

/** How variables differ from what is expected. */
export type NamesCheck = { missing: string[]; surplus: string[]; empty: string[] };

/**
 * Of an example file (`.env.example`) every name is required; of a JSON Schema, which is recognised by the file name's
 * end, `.json`, those that `required` lists.
 */
export function readExpected(file: string, text: string): Expected {
  if (file.endsWith(".json")) return inSchema(file, text);
  const names = new Set(variablesIn(text).keys());
  return { known: names, required: names };
}

function inSchema(file: string, text: string): Expected {
  const { properties, required = [] } = parsed(text);
  const isNames = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((name) => typeof name === "string");
  if (typeof properties !== "object" || properties === null || Array.isArray(properties) || !isNames(required))
    throw new CliError(
      "usage",
      `${file} is not a JSON Schema of an object: it needs "properties" with the names, and may have "required".`,
    );
  return { known: new Set([...Object.keys(properties), ...required]), required: new Set(required) };
}

function parsed(text: string): { properties?: unknown; required?: unknown } {
  try {
    return (JSON.parse(withoutMark(text)) as object | null) ?? {};
  } catch {
    return {};
  }
}

export function checkNames({ known, required }: Expected, variables: ReadonlyMap<string, string>): NamesCheck {
  return {
    missing: [...required].filter((name) => !variables.has(name)).sort(),
    surplus: [...variables.keys()].filter((name) => !known.has(name)).sort(),
    empty: [...required].filter((name) => variables.get(name) === "").sort(),
  };
}
