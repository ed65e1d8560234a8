import { useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import type { EntryFormValues } from "../entry-form-values";

/** When the value stops working, and after how long it is to be replaced. */
export function DueFields() {
  const { register, formState } = useFormContext<EntryFormValues>();
  const { errors } = formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Expires on" optional error={errors.expiresAt?.message} description="When the value stops working.">
        {(described) => <Input {...described} type="date" max="9999-12-30" {...register("expiresAt")} />}
      </Field>
      <Field
        label="Replace after (days)"
        optional
        error={errors.rotateEveryDays?.message}
        description="Counted from the last change of the value."
      >
        {(described) => (
          <Input {...described} type="number" min={1} max={3_650} step={1} {...register("rotateEveryDays")} />
        )}
      </Field>
    </div>
  );
}
