import { useQuery } from "@tanstack/react-query";
import { useFormContext, useWatch } from "react-hook-form";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Options, Select } from "@/components/ui/inputs/select";
import { iconsQuery } from "@/lib/client/http/resources/icons";
import { iconFinder } from "@/lib/icon-name";
import { keyTypeLabels } from "@/lib/client/words/labels";
import { suggestVariable } from "@/lib/client/entries/suggest-variable";
import type { EntryFormValues } from "../entry-form-values";

/** A category that is made with its first entry. Its icon is found by its name. */
export function NewCategoryFields() {
  const { register, control, getValues, setValue, getFieldState, formState } = useFormContext<EntryFormValues>();
  const [name, keyType] = useWatch({ control, name: ["newCategory.name", "newCategory.keyType"] });
  const { data: icons } = useQuery(iconsQuery);
  const errors = formState.errors.newCategory;
  const suggest = () => {
    if (!getFieldState("newCategory.envVarName", formState).isDirty)
      setValue("newCategory.envVarName", suggestVariable(getValues("newCategory.name")));
  };
  return (
    <div className="grid gap-4 rounded-md border border-line p-3 sm:grid-cols-[3fr_2fr]">
      <Field label="Name of the category" required error={errors?.name?.message}>
        {(field) => (
          <div className="flex items-center gap-2">
            <BrandIcon slug={icons ? iconFinder(icons)(name) : null} name={name || "?"} />
            <Input {...field} {...register("newCategory.name", { onChange: suggest })} autoFocus autoComplete="off" />
          </div>
        )}
      </Field>
      <Field label="Type">
        {(field) => (
          <Select {...field} {...register("newCategory.keyType")}>
            <Options of={Object.entries(keyTypeLabels)} />
          </Select>
        )}
      </Field>
      {keyType === "simple" && (
        <Field
          label="Environment variable"
          required
          className="sm:col-span-2"
          error={errors?.envVarName?.message}
          description="The variable that programs read the value from."
        >
          {(field) => <Input mono {...field} {...register("newCategory.envVarName")} autoComplete="off" />}
        </Field>
      )}
    </div>
  );
}
