import { assignment, comment } from "../../dotenv/serialize";
import type { NamedEntry } from "../../matcher";

/** .env text with empty values. Each name appears once, below a comment that says where it comes from. */
export function templateOf(entries: readonly NamedEntry[]): string {
  const written = new Set<string>();
  const lines = entries.flatMap(({ category, entry, environment, envVarNames }) => {
    const fresh = envVarNames.filter((name) => !written.has(name));
    for (const name of fresh) written.add(name);
    if (fresh.length === 0) return [];
    return [
      comment(`${category} — ${entry}${environment ? ` (${environment})` : ""}`),
      ...fresh.flatMap((name) => assignment(name, "", "dotenv") ?? []),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}
