import { isVariableName } from "./name";
import { parse } from "./parse";
import { assignment, comment } from "./serialize";

/** Variables to write, under a comment that says where they come from. */
export type Filling = { source: string; variables: readonly (readonly [name: string, value: string])[] };

export type Merged = {
  text: string;
  /** Names whose value no form of the text could hold; each has a comment line. */
  unwritable: string[];
};

/**
 * Puts variables into .env text: a name that is there gets its new value in its place (where it is set last, as readers
 * take it), others come at the end. Every other line stays byte for byte. The first value given for a name counts.
 * Null when the text around would swallow what is written, as a quote that is never closed does.
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
        fresh.push(comment(`skipped: ${name} holds characters that an .env file can't`));
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

/** The rows that each name's last assignment takes, from 0. */
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

/** Whether a reader of the whole finds what was written, and as it was given. */
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
