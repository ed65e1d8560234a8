"use client";

import { Eye, EyeOff } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import type { EntryFormValues } from "./entry-form-values";
import { GenerateButton } from "./generator/generate-button";
import { SecretText } from "./secret-text";
import { useShown } from "./use-shown";

/** One value; it may span lines. */
export function SimpleEditor({ envVarName }: { envVarName: string | null }) {
  const { register, setValue, formState } = useFormContext<EntryFormValues>();
  const { shown, toggle, hold } = useShown();
  return (
    <Field
      label={
        <>
          Value
          {envVarName && (
            <>
              {" "}
              of <span className="font-mono">{envVarName}</span>
            </>
          )}
        </>
      }
      required
      error={formState.errors.value?.message}
      aside={
        <GenerateButton
          label="Generate a value"
          onUse={(value) => setValue("value", value, { shouldDirty: true, shouldValidate: true })}
        />
      }
    >
      {(control) => (
        <div className="flex items-start gap-1">
          <SecretText {...control} shown={shown} {...register("value", { onChange: hold })} />
          <IconButton
            label={shown ? "Hide value" : "Show value"}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={toggle}
          />
        </div>
      )}
    </Field>
  );
}
