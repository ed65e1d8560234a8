import { exportEntries } from "@/lib/client/http/account-api";
import type { ListedEntry } from "@/lib/contracts/entries";
import type { ExportFormat } from "@/lib/contracts/export";

/** As many as one request may name. */
const idsMax = 200;

/** Whether it fits into lines of an env file. */
export const fitsEnv = ({ category: { keyType } }: Pick<ListedEntry, "category">): boolean =>
  keyType === "simple" || keyType === "group";

/** The values of these entries as one text. Nobody but the clipboard, a file or a comparison gets it. */
export async function exportByIds(ids: readonly string[], format: ExportFormat = "dotenv"): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < ids.length; from += idsMax)
    texts.push(await exportEntries({ query: { format, ids: ids.slice(from, from + idsMax).join(",") } }));
  return format === "json" ? together(texts) : texts.join("\n");
}

const together = (texts: readonly string[]): string =>
  texts.length === 1
    ? (texts[0] ?? "{}")
    : JSON.stringify(Object.assign({}, ...texts.map((text) => JSON.parse(text) as object)));
