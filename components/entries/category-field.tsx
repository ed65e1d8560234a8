import type { UseQueryResult } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { ErrorNote } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { keyTypeLabels } from "@/lib/client/labels";
import type { KeyCategory } from "@/lib/contracts/categories";
import { newCategoryId } from "./entry-form-values";

export function CategoryField({
  categories,
  error,
  control,
  making,
}: {
  categories: UseQueryResult<KeyCategory[]>;
  error: string | undefined;
  control: UseFormRegisterReturn;
  /** Whether a new one may be made. */ making: boolean;
}) {
  if (!categories.data && categories.isError) return <ErrorNote error={categories.error} />;
  return (
    <Field label="Category" required error={error}>
      {(field) => (
        // Keyed by the options' number: a select can't hold a value before it is on offer.
        <Select key={categories.data?.length ?? "loading"} {...field} {...control}>
          <option value="">{categories.data ? "Choose a category" : "Loading…"}</option>
          {making && <option value={newCategoryId}>New category</option>}
          {categories.data?.map(({ id, name, keyType, envVarName }) => (
            <option key={id} value={id}>{`${name} · ${envVarName ?? keyTypeLabels[keyType]}`}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}
