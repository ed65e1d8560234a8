import type { Statement } from "./postgresql-pipeline";
import type { Bound } from "./sql";

type Asked = Pick<Bound, "numberedSql" | "values">;

const names = new Map<string, string>();

/**
 * A query as its connection sends it: prepared once, under a name that every text has for itself, unless the connection
 * is shared.
 */
export function statement({ numberedSql: text, values }: Asked, { isShared }: { isShared: boolean }): Statement {
  if (isShared) return { text, values };
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `vault_${names.size}`));
  return { text, name, values };
}
