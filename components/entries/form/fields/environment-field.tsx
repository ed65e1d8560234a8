import { useFormContext, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { isReached } from "@/lib/client/vaults/reach";
import { environmentLabels, environments } from "@/lib/client/words/labels";
import type { EntryFormValues, EnvironmentKey } from "../entry-form-values";

const keys: readonly EnvironmentKey[] = [...environments, "none"];

/** Whether one may write to an environment. */
function useIsOffered(): (key: EnvironmentKey) => boolean {
  const rights = useRights();
  return (key) => isReached(key, rights);
}

/** One environment or none; `several` for a new entry, which is then made for each. */
export function EnvironmentField({ several }: { several: boolean }) {
  const { register, setValue, formState } = useFormContext<EntryFormValues>();
  const rights = useRights();
  const isOffered = useIsOffered();
  const field = register("environment", {
    // All that one may write to: most often the same key goes everywhere, and it is one click to leave one out.
    onChange: (event: { target: { value: string } }) => {
      if (event.target.value === "several") setValue("several", [...(rights.environments ?? environments)]);
    },
  });
  return (
    <Field label="Environment" optional error={formState.errors.environment?.message}>
      {(described) => (
        <Select {...described} {...field}>
          {isOffered("none") && <option value="">None</option>}
          <Options of={environments.filter(isOffered).map((one) => [one, environmentLabels[one]])} />
          {several && rights.environments?.length !== 1 && <option value="several">Several</option>}
        </Select>
      )}
    </Field>
  );
}

/** Which environments, if several: an entry is made for each, with one value for all or, of a simple key, a value each. */
export function SeveralEnvironments({ simple }: { simple: boolean }) {
  const { control, register, setValue, formState } = useFormContext<EntryFormValues>();
  const [environment, several] = useWatch({ control, name: ["environment", "several"] });
  const isOffered = useIsOffered();
  if (environment !== "several") return null;
  const toggle = (key: EnvironmentKey) =>
    setValue(
      "several",
      keys.filter((one) => (one === key) !== several.includes(one)),
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    );
  return (
    <div className="rounded-md border border-line px-3 py-2">
      <fieldset>
        <legend className="sr-only">Environments</legend>
        <div className="grid grid-cols-2 gap-x-5">
          {keys.filter(isOffered).map((key) => (
            <Checkbox
              key={key}
              label={key === "none" ? "None" : environmentLabels[key]}
              checked={several.includes(key)}
              onChange={() => toggle(key)}
            />
          ))}
        </div>
        {formState.errors.several?.message && (
          <p role="alert" className="text-xs font-medium text-danger-ink">
            {formState.errors.several.message}
          </p>
        )}
      </fieldset>
      {simple && (
        <div className="-mx-3 mt-1 -mb-2 border-t border-line px-3 py-1">
          <Checkbox label="A value for each" {...register("valueEach")} />
        </div>
      )}
    </div>
  );
}
