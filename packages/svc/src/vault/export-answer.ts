import type { Answer } from "./http";
import { exported } from "./shapes";

export type Variable = { name: string; value: string };

/**
 * Each export reports how much it skipped, ends its last line, and has a length or chunks, so a truncated one is
 * detected.
 */
export const isExport = ({ headers, text }: Answer) =>
  /^text\/plain\b/i.test(headers["content-type"] ?? "") &&
  /^\d+$/.test(String(headers["x-export-skipped"])) &&
  (text === "" || text.endsWith("\n")) &&
  (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined);

/**
 * One member per line, so that a repeated name is detected, which JSON.parse would hide; null if the text is not a JSON
 * export.
 */
export function variablesIn(text: string): Variable[] | null {
  try {
    const values: unknown = JSON.parse(text);
    if (!exported(values)) return null;
    const variables = text
      .split("\n")
      .filter((line) => line.startsWith("  "))
      .flatMap((line) =>
        Object.entries(JSON.parse(`{${line.replace(/,$/, "")}}`) as Record<string, string>).map(([name, value]) => ({
          name,
          value,
        })),
      );
    return new Set(variables.map(({ name }) => name)).size === Object.keys(values).length ? variables : null;
  } catch {
    return null;
  }
}

/** The names that an export tells of in its headers; if they did not fit, how many more there are. */
export function namesIn({ headers }: Answer, kind: "skipped" | "repeated"): string[] {
  const names = String(headers[`x-export-${kind}-names`] ?? "")
    .split(",")
    .filter((name) => name !== "")
    .map(decodeURIComponent);
  const more = Number(headers[`x-export-${kind}`] ?? 0) - names.length;
  return more > 0 ? [...names, `${more} more`] : names;
}
