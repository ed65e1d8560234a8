"use client";

import { Eye, EyeOff } from "lucide-react";
import { useFormContext, type FieldPathByValue } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { IconButton } from "@/components/ui/buttons/icon-button";
import type { EntryFormValues, EnvironmentKey } from "../form/entry-form-values";
import { environmentWord } from "../entry-name";
import { GenerateButton } from "../generator/generate-button";
import { SecretText } from "./secret-text";
import { useShown } from "./use-shown";

/** One value; it may span lines. `target`: the environment it is for, among several with a value each. */
export function SimpleEditor({ envVarName, target }: { envVarName: string | null; target?: EnvironmentKey }) {
  const { register, setValue, formState } = useFormContext<EntryFormValues>();
  const { shown, toggle, hold } = useShown();
  const name: FieldPathByValue<EntryFormValues, string> = target ? `values.${target}` : "value";
  const { errors } = formState;
  const where = target ? ` for ${environmentWord(target)}` : "";
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
          {where}
        </>
      }
      required
      error={(target ? errors.values?.[target] : errors.value)?.message}
      aside={
        <GenerateButton
          label={`Generate a value${where}`}
          onUse={(value) => setValue(name, value, { shouldDirty: true, shouldValidate: true })}
        />
      }
    >
      {(control) => (
        <div className="flex items-start gap-1">
          <SecretText {...control} shown={shown} {...register(name, { onChange: hold })} />
          <IconButton
            label={`${shown ? "Hide" : "Show"} value${where}`}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={toggle}
          />
        </div>
      )}
    </Field>
  );
}
