import { exportEntries } from "@/lib/client/http/resources/account-api";
import type { ListedEntry } from "@/lib/contracts/vault/entries";

/** As many as one request may name. */
const idsMax = 200;

/** Whether it fits into lines of an env file. */
export const fitsEnv = ({ category: { keyType } }: Pick<ListedEntry, "category">): boolean =>
  keyType === "simple" || keyType === "group";

/** The values of these entries as one text. Nobody but the clipboard gets it. */
export async function exportByIds(ids: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < ids.length; from += idsMax)
    texts.push(await exportEntries({ query: { ids: ids.slice(from, from + idsMax).join(",") } }));
  return texts.join("\n");
}
