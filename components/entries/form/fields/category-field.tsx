import type { UseQueryResult } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Select } from "@/components/ui/inputs/select";
import { keyTypeLabels } from "@/lib/client/words/labels";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import type { KeyType } from "@/lib/contracts/primitives";
import { newCategoryId } from "../entry-form-values";

export function CategoryField({
  categories,
  error,
  control,
  chosen,
  making,
  keyType,
}: {
  categories: UseQueryResult<KeyCategory[]>;
  error: string | undefined;
  control: UseFormRegisterReturn;
  chosen: string | undefined;
  /** Whether a new one may be made. */ making: boolean;
  /** Only those of this type: a stored value stays what it is. */ keyType?: KeyType | undefined;
}) {
  if (!categories.data && categories.isError) return <ErrorNote error={categories.error} />;
  const offered = categories.data?.filter((one) => keyType === undefined || one.keyType === keyType);
  return (
    <Field label="Category" required error={error}>
      {(field) => (
        // With its value, which React chooses again when it comes to be on offer.
        <Select {...field} {...control} value={chosen ?? ""}>
          <option value="">{categories.data ? "Choose a category" : "Loading…"}</option>
          {making && <option value={newCategoryId}>New category</option>}
          {offered?.map(({ id, name, envVarName, ...rest }) => (
            <option key={id} value={id}>{`${name} · ${envVarName ?? keyTypeLabels[rest.keyType]}`}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}
