import { exportEntries } from "@/lib/client/http/resources/account-api";
import type { ExportFormat } from "@/lib/contracts/transfer/export";
import type { Column } from "./variables";

/** The variables of one environment as a text. Nobody but the clipboard, a file or a comparison gets it. */
export const exportVariables = (project: string, column: Column, format: ExportFormat = "dotenv"): Promise<string> =>
  exportEntries({ query: { format, project, environment: column } });

/** The same by name. */
export async function readVariables(project: string, column: Column): Promise<Map<string, string>> {
  const text = await exportVariables(project, column, "json");
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}
