import type { CreateCategory, KeyCategory, UpdateCategory } from "@/lib/contracts/vault/categories";
import type { KeyType } from "@/lib/contracts/primitives";

export type CategoryFormValues = {
  name: string;
  keyType: KeyType;
  envVarName: string;
  icon: string | null;
  description: string;
};

/** The typed form values, as kept when a session ends. */
export type CategoryDraft = { category: KeyCategory | undefined; values: CategoryFormValues };

export const startValues = (category: KeyCategory | undefined): CategoryFormValues => ({
  name: category?.name ?? "",
  keyType: category?.keyType ?? "simple",
  envVarName: category?.envVarName ?? "",
  icon: category?.icon ?? null,
  description: category?.description ?? "",
});

export const categoryBody = ({ name, keyType, envVarName, icon, description }: CategoryFormValues) =>
  ({
    name,
    keyType,
    envVarName: keyType === "simple" ? envVarName.trim() || null : null,
    icon,
    description: description.trim() === "" ? null : description,
  }) satisfies CreateCategory;

/** Only what differs from the category. */
export function changedCategoryBody(values: CategoryFormValues, category: KeyCategory): UpdateCategory {
  const next = categoryBody({ ...values, name: values.name.trim() });
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => value !== category[field as keyof typeof next]),
  );
}
