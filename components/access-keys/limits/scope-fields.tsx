import { ShieldAlert } from "lucide-react";
import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { SegmentedFilter } from "@/components/ui/inputs/segmented-filter";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { scopeDescriptions, type Scope } from "@/lib/contracts/access/scopes";
import type { CreateKeyFields } from "../create/create-key-form";
import { usable } from "../key-words";
import { decrypts, presetOf, presetsFor, scopeGroups, wholeVault, type PresetName } from "./scope-presets";

export function ScopeFields() {
  const id = useId();
  const { field, fieldState } = useController<CreateKeyFields, "scopes">({ name: "scopes" });
  const [projects, environments] = useWatch<CreateKeyFields, ["projects", "environments"]>({
    name: ["projects", "environments"],
  });
  const { may } = useRights();
  const presets = presetsFor(may);
  const bounded = projects.length > 0 || environments.length > 0;
  // What bounds leave no room for stays chosen, and comes back when they are lifted.
  const chosen = usable(field.value, bounded);
  const preset = presetOf(chosen, bounded, presets);
  const choose = (name: PresetName) => field.onChange([...(presets.find(({ value }) => value === name)?.scopes ?? [])]);
  const set = (scope: Scope, on: boolean) =>
    field.onChange(on ? [...field.value, scope] : field.value.filter((one) => one !== scope));
  const offered = scopeGroups
    .map(({ name, scopes }) => ({ name, scopes: usable(scopes, bounded).filter(may) }))
    .filter(({ scopes }) => scopes.length > 0);
  return (
    <fieldset aria-describedby={`${id}-about`} className="min-w-0">
      <legend className="mb-2 text-sm font-medium">What it may do</legend>
      <SegmentedFilter label="Presets" value={preset?.value} onValueChange={choose} options={presets} />
      <p id={`${id}-about`} className="mt-2 text-sm text-muted">
        {(preset && (bounded ? preset.boundedAbout : preset.about)) ??
          (chosen.length === 1 ? "1 scope chosen." : `${chosen.length} scopes chosen.`)}
      </p>
      {fieldState.error && (
        <p role="alert" className="mt-1 text-xs font-medium text-danger-ink">
          Choose at least one scope.
        </p>
      )}
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {offered.map(({ name, scopes }, group) => (
          <fieldset key={name} className="min-w-0">
            <legend className="legend mb-1">{bounded && name === wholeVault ? "Within its limits" : name}</legend>
            {scopes.map((scope, at) => (
              <Checkbox
                key={scope}
                ref={group === 0 && at === 0 ? field.ref : undefined}
                label={<span className="font-mono">{scope}</span>}
                description={scopeDescriptions[scope]}
                checked={chosen.includes(scope)}
                onChange={(event) => set(scope, event.target.checked)}
                onBlur={field.onBlur}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {bounded && (
        <p className="mt-3 text-sm text-muted">
          Two-factor tokens and changes to categories are not offered: they belong to no single project, so a key that
          is limited to projects or environments can’t reach them.
        </p>
      )}
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
