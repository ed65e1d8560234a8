import type { Answer } from "./http";
import { exported } from "./shapes";

export type Variable = { name: string; value: string };

/** Each export says how much it left out, ends its last line, and comes with its length or in chunks: what was cut shows. */
export const isExport = ({ headers, text }: Answer) =>
  /^text\/plain\b/i.test(headers["content-type"] ?? "") &&
  /^\d+$/.test(String(headers["x-export-skipped"])) &&
  (text === "" || text.endsWith("\n")) &&
  (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined);

/** A member a line, so that a name that comes twice is seen twice, which JSON.parse would hide; null where the whole is no export in JSON. */
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
