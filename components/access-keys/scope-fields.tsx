import { ShieldAlert } from "lucide-react";
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { SegmentedFilter } from "@/components/ui/segmented-filter";
import { scopeDescriptions } from "@/lib/contracts/scopes";
import type { CreateKeyFields } from "./create-key-form";
import { decrypts, presetOf, presets, scopeGroups, type PresetName } from "./scope-presets";

export function ScopeFields() {
  const id = useId();
  const { register, setValue, formState } = useFormContext<CreateKeyFields>();
  const chosen = useWatch<CreateKeyFields, "scopes">({ name: "scopes" });
  const preset = presetOf(chosen);
  const error = formState.errors.scopes?.message;
  const choose = (name: PresetName) =>
    setValue("scopes", [...(presets.find(({ value }) => value === name)?.scopes ?? [])], {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  return (
    <fieldset aria-describedby={`${id}-about`} className="min-w-0">
      <legend className="mb-2 text-sm font-medium">What it may do</legend>
      <SegmentedFilter label="Presets" value={preset?.value} onValueChange={choose} options={presets} />
      <p id={`${id}-about`} className="mt-2 text-sm text-muted">
        {preset?.about ?? (chosen.length === 1 ? "1 scope chosen." : `${chosen.length} scopes chosen.`)}
      </p>
      {error && (
        <p role="alert" className="mt-1 text-xs font-medium text-danger-ink">
          Choose at least one scope.
        </p>
      )}
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {scopeGroups.map(({ name, scopes }) => (
          <fieldset key={name} className="min-w-0">
            <legend className="legend mb-1">{name}</legend>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={<span className="font-mono">{scope}</span>}
                description={scopeDescriptions[scope]}
                {...register("scopes")}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {/* Rendered even when empty, so that ticking a box moves nothing under the pointer. */}
      <p
        role="status"
        className="mt-3 flex min-h-9 items-start gap-2 rounded-md px-3 py-2 text-sm text-warning-ink not-empty:bg-warning-soft"
      >
        {chosen.some(decrypts) && (
          <>
            <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            Anyone with this key can read values in plain text.
          </>
        )}
      </p>
    </fieldset>
  );
}
