import { isVariableName } from "./name";
import { parse } from "./parse";
import { assignment, comment } from "./serialize";

/** Variables to write, below a comment that names their source. */
export type Filling = { source: string; variables: readonly (readonly [name: string, value: string])[] };

export type Merged = {
  text: string;
  /** Names whose value can't be expressed in the text. Each has a comment line. */
  unwritable: string[];
};

/**
 * Puts variables into .env text. A name that already exists gets its new value in place (in its last assignment, which
 * readers use); others are added at the end. Every other line stays the same, byte for byte. If a name is given twice,
 * the first value counts. Null if the existing text would swallow the new lines, for example because of an unclosed
 * quote.
 */
export function mergeDotenv(text: string, fillings: readonly Filling[]): Merged | null {
  const rows = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const places = assignedRows(text, rows.length);
  const seen = new Set<string>();
  const unwritable: string[] = [];
  const added: string[] = [];
  for (const { source, variables } of fillings) {
    const fresh: string[] = [];
    for (const [name, value] of variables) {
      if (seen.has(name) || !isVariableName(name)) continue;
      seen.add(name);
      const line = assignment(name, value, "dotenv");
      const place = places.get(name);
      if (line === null) {
        unwritable.push(name);
        fresh.push(comment(`skipped: ${name} holds characters that a .env file can't`));
      } else if (place) {
        const end = /(?:\r\n|\r|\n)?$/.exec(rows[place.last] ?? "")?.[0] ?? "";
        rows.splice(
          place.first,
          place.last - place.first + 1,
          `${place.exported ? "export " : ""}${line}${end}`,
          ...Array.from({ length: place.last - place.first }, () => ""),
        );
      } else fresh.push(line);
    }
    if (fresh.length > 0) added.push(comment(source), ...fresh);
  }
  const kept = rows.join("");
  const gap = kept === "" || /[\r\n]$/.test(kept) ? "" : "\n";
  const merged = added.length > 0 ? `${kept}${gap}${added.map((line) => `${line}\n`).join("")}` : kept;
  return holds(merged, fillings, unwritable) ? { text: merged, unwritable } : null;
}

/** The rows of each name's last assignment, from 0. */
function assignedRows(text: string, rowCount: number): Map<string, { first: number; last: number; exported: boolean }> {
  const lines = parse(text);
  return new Map(
    lines.flatMap((line, index) => {
      if (line.kind !== "assignment") return [];
      const next = lines[index + 1]?.line ?? rowCount + 1;
      return [[line.name, { first: line.line - 1, last: next - 2, exported: line.exported }] as const];
    }),
  );
}

/** Whether a reader of the whole text finds exactly the written values. */
function holds(text: string, fillings: readonly Filling[], unwritable: readonly string[]): boolean {
  const read = new Map(
    parse(text).flatMap((line) => (line.kind === "assignment" ? [[line.name, line.value] as const] : [])),
  );
  const wanted = new Map(
    fillings.flatMap(({ variables }) => variables.map(([name, value]) => [name, value] as const)).reverse(),
  );
  return [...wanted].every(
    ([name, value]) => !isVariableName(name) || unwritable.includes(name) || read.get(name) === value,
  );
}
