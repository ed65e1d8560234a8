import type { Caller } from "../../auth/caller";
import type { Extraction, ExtractPrompt } from "../../contracts/ai-extract";
import type { Environment } from "../../contracts/primitives";
import { assignment, comment } from "../../dotenv/serialize";
import { invalidField } from "../../errors";
import { runtime } from "../../runtime";
import { byName, inCategory } from "../wire";
import { matchLocally } from "./local-matcher";
import { seemsToHoldSecret } from "./secret-shape";

/**
 * Plans an .env from a sentence. Reads names only: the query asks for no ciphertext, notes or descriptions, so that no
 * value can be in what it answers.
 */
export async function extractNames({ userId }: Caller, { prompt, environment }: ExtractPrompt): Promise<Extraction> {
  if (seemsToHoldSecret(prompt)) throw invalidField("prompt", "seems to hold a secret: name what you need, and leave values out");
  const rows = await runtime().db.keyEntry.findMany({
    where: { userId, category: { keyType: { in: ["simple", "group"] } } },
    orderBy: [...byName],
    select: { id: true, categoryId: true, name: true, environment: true, fieldNames: true, category: { select: { name: true, envVarName: true } } },
  });
  const entries = inCategory(rows).map((row) => ({
    entryId: row.id,
    categoryId: row.categoryId,
    category: row.category.name,
    entry: row.name,
    environment: row.environment as Environment | null,
    envVarNames: row.fieldNames === null ? [row.category.envVarName ?? ""] : (JSON.parse(row.fieldNames) as string[]),
  }));
  const { matches, missing } = matchLocally(prompt, entries, environment);
  const found = matches.flatMap(({ index, reason }) => {
    const entry = entries[index];
    return entry ? [{ ...entry, reason }] : [];
  });
  return { matches: found, missing, template: templateOf(found), provider: "local" };
}

/** Names with empty values, each once, under a comment that says where it comes from. */
function templateOf(matches: readonly { category: string; entry: string; environment: string | null; envVarNames: readonly string[] }[]): string {
  const written = new Set<string>();
  const lines = matches.flatMap(({ category, entry, environment, envVarNames }) => {
    const fresh = envVarNames.filter((name) => !written.has(name));
    for (const name of fresh) written.add(name);
    if (fresh.length === 0) return [];
    return [comment(`${category} — ${entry}${environment ? ` (${environment})` : ""}`), ...fresh.flatMap((name) => assignment(name, "", "dotenv") ?? [])];
  });
  return lines.map((line) => `${line}\n`).join("");
}
