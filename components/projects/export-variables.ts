import { exportEntries } from "@/lib/client/http/account-api";
import type { ExportFormat } from "@/lib/contracts/export";
import type { ListedEntry } from "@/lib/contracts/entries";
import { exportByIds, fitsEnv } from "@/components/entries/selection/export-by-ids";
import { columnOf, type Column } from "./variables";

/** The variables of one environment as a text. Nobody but the clipboard, a file or a comparison gets it. */
export async function exportVariables(
  project: string,
  entries: readonly ListedEntry[],
  column: Column,
  format: ExportFormat = "dotenv",
): Promise<string> {
  if (column !== "none") return exportEntries({ query: { format, project, environment: column } });
  // The API exports one environment or all of them: what has none is asked for by its ids.
  return exportByIds(
    entries.filter((entry) => columnOf(entry) === "none" && fitsEnv(entry)).map(({ id }) => id),
    format,
  );
}

/** The same by name. */
export async function readVariables(
  project: string,
  entries: readonly ListedEntry[],
  column: Column,
): Promise<Map<string, string>> {
  const text = await exportVariables(project, entries, column, "json");
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}
