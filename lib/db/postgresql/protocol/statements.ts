import pg from "pg";
import type { Statement } from "./pipeline";
import type { Bound } from "../../sql";

const { builtins } = pg.types;

/** How values become what Prisma makes of them. Instants are stored without a time zone, in UTC. */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMP]: (text) => new Date(`${text.replace(" ", "T")}Z`),
  [builtins.INT8]: BigInt,
};
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

const names = new Map<string, string>();

/**
 * A query as its connection sends it: prepared once, under a name that every text has for itself, unless the connection
 * is shared.
 */
export function statement(
  { numberedSql: text, values }: Pick<Bound, "numberedSql" | "values">,
  { isShared }: { isShared: boolean },
): Statement {
  if (isShared) return { text, values, types };
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `vault_${names.size}`));
  return { text, name, values, types };
}
