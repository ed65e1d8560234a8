/**
 * The first duplicate name within an object of a valid JSON text, or null. `JSON.parse` keeps the last value, other
 * parsers the first.
 */
export function repeatedName(json: string): string | null {
  /** For each open object, the names so far; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === "{" || character === "[") open.push(character === "{" ? new Set() : null);
    else if (character === "}" || character === "]") open.pop();
    if (character !== '"') continue;
    const end = endOfString(json, at);
    const names = isName(json, end) && open.at(-1);
    if (names) {
      const text = json.slice(at, end + 1);
      const name = text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);
      if (names.has(name)) return name;
      names.add(name);
    }
    at = end;
  }
  return null;
}

/**
 * The end of the string that starts at `start` in a valid JSON text: a quotation mark after an even number of
 * backslashes.
 */
export function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/** Whether a colon follows the string that ends at `end`. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (json[next] === " " || json[next] === "\n" || json[next] === "\r" || json[next] === "\t") next += 1;
  return json[next] === ":";
}
