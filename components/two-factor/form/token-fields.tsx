import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { KindFields } from "./kind-fields";
import type { TokenFieldValues } from "./token-values";
import { Textarea } from "@/components/ui/inputs/textarea";

export type TokenFieldsProps = {
  register: UseFormRegister<TokenFieldValues>;
  errors: FieldErrors<TokenFieldValues>;
  secretLabel: string;
  secretDescription: string;
  secretRequired?: boolean;
  onSecretChange?: (text: string) => void;
};

export function TokenFields({
  register,
  errors,
  secretLabel,
  secretDescription,
  secretRequired = false,
  onSecretChange,
}: TokenFieldsProps) {
  return (
    <>
      <Field
        label={secretLabel}
        description={secretDescription}
        error={errors.secret?.message}
        required={secretRequired}
        optional={!secretRequired}
      >
        {(control) => (
          <Input
            {...control}
            mono
            autoComplete="off"
            data-autofocus={secretRequired || undefined}
            {...register("secret", {
              ...(!secretRequired && { setValueAs: (text?: string) => text || undefined }),
              onChange: (event: { target: { value: string } }) => onSecretChange?.(event.target.value),
            })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Service" error={errors.service?.message} required>
          {(control) => <Input {...control} autoComplete="off" placeholder="GitHub" {...register("service")} />}
        </Field>
        <Field label="Account" error={errors.accountName?.message} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              placeholder="ada@example.com"
              {...register("accountName")}
            />
          )}
        </Field>
      </div>
      <Field label="Notes" optional error={errors.notes?.message}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            {...register("notes", { setValueAs: (text?: string | null) => text || null })}
          />
        )}
      </Field>
      <KindFields />
    </>
  );
}
