import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { environmentLabels } from "@/lib/client/words/labels";
import { boundEnvironments } from "@/lib/contracts/access/grants";
import type { ReachFieldValues } from "../create/create-key-form";
import { ProjectsField } from "./projects-field";

const labels = { ...environmentLabels, none: "No environment" };

/** Which part of the vault a key, or a member's role, reaches. */
export function ReachFields() {
  const id = useId();
  const { register, formState } = useFormContext<ReachFieldValues>();
  const error = formState.errors.environments?.message;
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-[3fr_2fr]">
      <ProjectsField />
      <fieldset className="min-w-0" aria-describedby={`${id}-about`}>
        <legend className="mb-1 text-sm font-medium">Environments</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-1">
          {boundEnvironments.map((environment) => (
            <Checkbox key={environment} value={environment} label={labels[environment]} {...register("environments")} />
          ))}
        </div>
        {error && (
          <p role="alert" className="mt-1 text-xs font-medium text-danger-ink first-letter:uppercase">
            {error}
          </p>
        )}
        <p id={`${id}-about`} className="mt-1 text-xs text-muted">
          Choose none for all of them. “No environment” covers entries without one, and the files .env and .env.local.
        </p>
      </fieldset>
    </div>
  );
}
