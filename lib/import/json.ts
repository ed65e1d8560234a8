import { endOfString } from "../json-names";

/*
 * JSON as it is written: a secret may be a number that JavaScript would change (12345678901234567890, 1.10, 1e400).
 */

/** A number that JavaScript would write otherwise, as its text. */
export class WrittenNumber {
  constructor(readonly text: string) {}
}

/** What the text says; undefined if it is no JSON, or neither an object nor a list. */
export function parseJson(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

/** No export is nested as deeply, and what reads it level by level would run out of stack. */
const depthMax = 500;

/** Whether a valid JSON text is nested too deeply to be read. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "}" || character === "]") depth -= 1;
    else if ((character === "{" || character === "[") && (depth += 1) > depthMax) return true;
  }
  return false;
}

/**
 * The content of a valid JSON text that is not too deep. Of a name that an object has more than once the last value
 * counts, as for `JSON.parse`; `repeat` is told of each such name with another value before.
 */
export function readWritten(text: string, repeat: (name: string) => void): unknown {
  let at = 0;
  const skipSpace = () => {
    while (text.charCodeAt(at) <= 0x20) at += 1;
  };
  const string = (): string => {
    const start = at;
    at = endOfString(text, at) + 1;
    const written = text.slice(start, at);
    return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
  };
  /** Reads up to the closing bracket, one member at a time. */
  const members = (member: () => void) => {
    at += 1;
    for (skipSpace(); text[at] !== "}" && text[at] !== "]"; skipSpace()) {
      member();
      skipSpace();
      if (text[at] === ",") at += 1;
      skipSpace();
    }
    at += 1;
  };
  const object = (): object => {
    const values = new Map<string, unknown>();
    const texts = new Map<string, string>();
    members(() => {
      const name = string();
      skipSpace();
      at += 1;
      skipSpace();
      const start = at;
      const value = any();
      const written = text.slice(start, at);
      if ((texts.get(name) ?? written) !== written) repeat(name);
      values.set(name, value);
      texts.set(name, written);
    });
    // Defines each name, so that __proto__ is one like others.
    return Object.fromEntries(values);
  };
  const any = (): unknown => {
    skipSpace();
    if (text[at] === '"') return string();
    if (text[at] === "{") return object();
    if (text[at] === "[") {
      const list: unknown[] = [];
      members(() => list.push(any()));
      return list;
    }
    const start = at;
    while (at < text.length && !",]} \n\r\t".includes(text.charAt(at))) at += 1;
    const written = text.slice(start, at);
    const value: unknown = JSON.parse(written);
    return typeof value === "number" && String(value) !== written ? new WrittenNumber(written) : value;
  };
  return any();
}

/** `JSON.stringify`, with each number as it was written. */
export function writeWritten(value: unknown): string {
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeWritten).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, child]) => `${JSON.stringify(name)}:${writeWritten(child)}`)
    .join(",")}}`;
}
