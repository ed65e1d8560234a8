import type { CreateCategory } from "../contracts/categories";

type Known = { id: string; name: string; keyType: string; envVarName: string | null };

export const keyOf = (...parts: (string | null | undefined)[]): string =>
  JSON.stringify(parts.map((part) => part ?? null));

/**
 * Finds the category of an imported entry: one with its name, type and variable; or, for a variable without a category
 * of its own, any category that gives this variable. If there are several, prefers one that already `holds` an entry
 * with the same project and environment, then the first in the given order.
 */
export function categoryFinder(
  categories: readonly Known[],
): (wanted: CreateCategory, holds: (categoryId: string) => boolean) => Known | undefined {
  const byKey = new Map<string, Known[]>();
  const byVariable = new Map<string, Known[]>();
  for (const category of categories) {
    const { name, keyType, envVarName } = category;
    add(byKey, keyOf(name, keyType, keyType === "simple" ? envVarName : null), category);
    if (keyType === "simple" && envVarName !== null) add(byVariable, envVarName, category);
  }
  return ({ name, keyType, envVarName }, holds) => {
    const named = byKey.get(keyOf(name, keyType, envVarName)) ?? [];
    // .env files have no categories, so their variables arrive in categories named like them. A name that somebody
    // chose is respected.
    const giving = name === envVarName ? (byVariable.get(name) ?? []) : [];
    const candidates = [...named, ...giving];
    return candidates.find(({ id }) => holds(id)) ?? candidates[0];
  };
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
