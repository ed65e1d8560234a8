import { exportEntries } from "@/lib/client/http/account-api";
import type { ExportFormat } from "@/lib/contracts/export";
import type { ListedEntry } from "@/lib/contracts/entries";
import { columnOf, isExported, type Column } from "./variables";

/** As many as one request may name. */
const idsMax = 200;

/** The variables of one environment as a text. Nobody but the clipboard, a file or a comparison gets it. */
export async function exportVariables(
  project: string,
  entries: readonly ListedEntry[],
  column: Column,
  format: ExportFormat = "dotenv",
): Promise<string> {
  if (column !== "none") return exportEntries({ query: { format, project, environment: column } });
  // The API exports one environment or all of them: what has none is asked for by its ids.
  const ids = entries.filter((entry) => columnOf(entry) === "none" && isExported(entry)).map(({ id }) => id);
  const texts: string[] = [];
  for (let from = 0; from < ids.length; from += idsMax)
    texts.push(await exportEntries({ query: { format, ids: ids.slice(from, from + idsMax).join(",") } }));
  return format === "json" ? together(texts) : texts.join("\n");
}

const together = (texts: readonly string[]): string =>
  texts.length === 1
    ? (texts[0] ?? "{}")
    : JSON.stringify(Object.assign({}, ...texts.map((text) => JSON.parse(text) as object)));

/** The same by name. */
export async function readVariables(
  project: string,
  entries: readonly ListedEntry[],
  column: Column,
): Promise<Map<string, string>> {
  const text = await exportVariables(project, entries, column, "json");
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}
