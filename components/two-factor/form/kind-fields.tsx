import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Select } from "@/components/ui/inputs/select";
import { isLink, kindFields, type TokenFieldValues } from "./token-values";

/** Folded, since few services need them. A link says all of it, and leaves nothing to choose. */
export function KindFields() {
  const [open, setOpen] = useState(false);
  const { register, formState } = useFormContext<TokenFieldValues>();
  const [type, secret] = useWatch<TokenFieldValues, ["type", "secret"]>({ name: ["type", "secret"] });
  const { errors } = formState;
  if (isLink(secret)) return null;
  return (
    <details
      open={open || kindFields.some((field) => errors[field])}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-md border border-line"
    >
      <summary className="flex min-h-control items-center gap-2 rounded-md px-3 text-sm font-medium hover:bg-sunken">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        How codes are generated
      </summary>
      <div className="grid gap-4 border-t border-line p-3 sm:grid-cols-2">
        <Field label="Kind" error={errors.type?.message}>
          {(control) => (
            <Select {...control} {...register("type")}>
              <option value="totp">Time-based (TOTP)</option>
              <option value="hotp">Counter-based (HOTP)</option>
              <option value="steam">Steam Guard</option>
            </Select>
          )}
        </Field>
        {type !== "steam" && (
          <>
            <Field label="Digits" error={errors.digits?.message}>
              {(control) => (
                <Select {...control} {...register("digits", { setValueAs: Number })}>
                  {[6, 7, 8].map((digits) => (
                    <option key={digits}>{digits}</option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Algorithm" error={errors.algorithm?.message}>
              {(control) => (
                <Select {...control} {...register("algorithm")}>
                  <option value="SHA1">SHA-1</option>
                  <option value="SHA256">SHA-256</option>
                  <option value="SHA512">SHA-512</option>
                </Select>
              )}
            </Field>
          </>
        )}
        {type === "totp" && (
          <Field label="Period" description="How many seconds each code lasts." error={errors.period?.message}>
            {(control) => <Input {...control} inputMode="numeric" {...register("period", { setValueAs: Number })} />}
          </Field>
        )}
        {type === "hotp" && (
          <Field
            label="Counter"
            description="The counter of the next code. You can only raise it."
            optional
            error={errors.counter?.message}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                {...register("counter", { setValueAs: (text?: string | number) => (text ? Number(text) : undefined) })}
              />
            )}
          </Field>
        )}
      </div>
    </details>
  );
}
