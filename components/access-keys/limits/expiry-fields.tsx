import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Options, Select } from "@/components/ui/inputs/select";
import { lifetimes, type CreateKeyFields } from "../create/create-key-form";
import { dayFromNow } from "./expiry";

/** Duration and date: each sets the other. */
export function ExpiryFields() {
  const { register, setValue, clearErrors, formState } = useFormContext<CreateKeyFields>();
  const lifetime = useWatch<CreateKeyFields, "lifetime">({ name: "lifetime" });
  const never = lifetime === "never";
  return (
    <div className="grid gap-3 min-[360px]:grid-cols-2">
      <Field label="Expires after">
        {(control) => (
          <Select
            {...control}
            {...register("lifetime", {
              onChange: ({ target }: { target: { value: string } }) => {
                clearErrors("lastDay");
                if (Number(target.value)) setValue("lastDay", dayFromNow(Number(target.value)));
              },
            })}
          >
            <Options of={(["30", "90", "365", "day", "never"] as const).map((value) => [value, lifetimes[value]])} />
          </Select>
        )}
      </Field>
      <Field
        label="Last day"
        description={never ? undefined : "The key works until the end of this day."}
        error={formState.errors.lastDay?.message}
      >
        {(control) => (
          // Remounted for "no expiry": a half-typed date has no value that could be cleared.
          <Input
            key={String(never)}
            {...control}
            type="date"
            min={dayFromNow(0)}
            max="9999-12-30"
            {...register("lastDay", { disabled: false, onChange: () => setValue("lifetime", "day") })}
            disabled={never}
          />
        )}
      </Field>
    </div>
  );
}
