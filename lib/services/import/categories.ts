import { requireScope } from "../../auth/grants/authorize";
import type { CreateCategory } from "../../contracts/vault/categories";
import type { ImportOutcome } from "../../contracts/transfer/import";
import { newRowId } from "../../db/row-id";
import { byName } from "../../db/list-order";
import * as change from "../doors/change/change";
import type { New } from "../doors/resources";
import { owned } from "../doors/owned";
import { created, done, keyOf, thisImport, type Work } from "./work";

type Known = { id: string; name: string; keyType: string; envVarName: string | null };

/** What identifies a category. Only those of single variables have one. */
export const categoryKey = ({
  name,
  keyType,
  envVarName,
}: Omit<Known, "id" | "envVarName"> & { envVarName?: string | null | undefined }) =>
  keyOf(name, keyType, keyType === "simple" ? envVarName : null);

/** The vault's categories, as far as the caller reaches them. */
export const listCategories = ({ ctx }: Work) =>
  ctx.tx.keyCategory.findMany({ where: owned(ctx, "KeyCategory"), orderBy: [...byName] });

export type Finder = {
  /**
   * One with the wanted name, type and variable; or, for a variable without a category of its own, any category that
   * gives this variable. If there are several, prefers one that already `holds` an entry with the same project and
   * environment, then the first in the given order.
   */
  find(wanted: CreateCategory, holds: (categoryId: string) => boolean): Known | undefined;
  /** All with the wanted name, type and variable. */
  all(wanted: CreateCategory): readonly Known[];
};

export function categoryFinder(categories: readonly Known[]): Finder {
  const byKey = new Map<string, Known[]>();
  const byVariable = new Map<string, Known[]>();
  for (const category of categories) {
    const { keyType, envVarName } = category;
    add(byKey, categoryKey(category), category);
    if (keyType === "simple" && envVarName !== null) add(byVariable, envVarName, category);
  }
  const all = (wanted: CreateCategory) => byKey.get(categoryKey(wanted)) ?? [];
  return {
    all,
    find(wanted, holds) {
      const { name, envVarName } = wanted;
      // .env files have no categories, so their variables arrive in categories named like them. A name that somebody
      // chose is respected.
      const giving = name === envVarName ? (byVariable.get(name) ?? []) : [];
      const candidates = [...all(wanted), ...giving];
      return candidates.find(({ id }) => holds(id)) ?? candidates[0];
    },
  };
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Creates those that are missing. One that exists is left as it is. */
export async function importCategories(work: Work, categories: readonly CreateCategory[]): Promise<ImportOutcome[]> {
  if (categories.length === 0) return [];
  const { ctx, preview } = work;
  requireScope(ctx.caller, "categories:write", thisImport);
  const known = new Set((await listCategories(work)).map(categoryKey));
  const made: New<"KeyCategory">[] = [];
  const outcomes = categories.map((category) => {
    const { name, keyType, icon = null, description = null } = category;
    const envVarName = keyType === "simple" ? (category.envVarName ?? null) : null;
    if (keyType === "simple" && envVarName === null) return done("rejected", "A simple category needs envVarName");
    const key = categoryKey(category);
    if (known.has(key)) return done("unchanged");
    known.add(key);
    const id = newRowId();
    made.push({ id, name, keyType, envVarName, icon, description });
    return created(work, id);
  });
  if (!preview) await change.createMany(ctx, "KeyCategory", made);
  return outcomes;
}
