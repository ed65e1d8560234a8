import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Textarea } from "@/components/ui/inputs/textarea";
import type { CreateKeyFields } from "../create/create-key-form";

/** Folded, since few keys need them; open where one is set already or at fault. */
export function MoreLimits({ openAtFirst }: { openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst);
  const { register, formState } = useFormContext<CreateKeyFields>();
  const { addresses, revealsPerDay } = formState.errors;
  const atFault = addresses !== undefined || revealsPerDay !== undefined;
  return (
    <details
      open={open || atFault}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-md border border-line"
    >
      <summary className="flex min-h-control items-center gap-2 rounded-md px-3 text-sm font-medium hover:bg-sunken">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        More limits
      </summary>
      <div className="grid gap-x-6 gap-y-4 border-t border-line p-3 sm:grid-cols-2">
        <Field
          label="IP addresses"
          description="IP addresses and CIDR ranges that the key may be used from, one per line. Leave it empty to allow any address."
          error={addresses?.message}
        >
          {(control) => <Textarea {...control} mono rows={2} placeholder="10.0.0.0/8" {...register("addresses")} />}
        </Field>
        <Field
          label="Values a day"
          description="How many values this key may reveal in 24 hours. Leave it empty for no limit."
          error={revealsPerDay?.message}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              placeholder="100"
              {...register("revealsPerDay")}
            />
          )}
        </Field>
        <Checkbox
          className="sm:col-span-2"
          label="Canary: a trap for intruders"
          description="It opens nothing. Leave it where only an intruder would look, such as an old backup or a spare laptop. Any use is refused as if the key were unknown, and raises an alarm in the vault’s log and metrics."
          {...register("canary")}
        />
      </div>
    </details>
  );
}
