import type { Statement } from "./postgresql-pipeline";
import type { Bound } from "./sql";

const names = new Map<string, string>();

/** A query as its connection sends it: prepared once, under a name that every text has for itself. */
export function statement({ numberedSql: text, values }: Pick<Bound, "numberedSql" | "values">): Prepared {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `vault_${names.size}`));
  return { text, name, values: [...values] };
}

type Prepared = Statement & { name: string; values: unknown[] };
