import { useController, useFormContext, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { actionGroups } from "@/lib/client/words/action-groups";
import type { WebhookFields } from "./webhook-fields";
import { dueEvents, nameOf } from "./webhook-words";

/** Which events a webhook gets: all, what is due, or those of some kinds. Others come from the API and can be taken off. */
export function EventFields() {
  const { register } = useFormContext<WebhookFields>();
  const { field, fieldState } = useController<WebhookFields, "events">({ name: "events" });
  const all = useWatch<WebhookFields, "all">({ name: "all" });
  const set = (event: string, on: boolean) =>
    field.onChange(on ? [...field.value, event] : field.value.filter((one) => one !== event));
  const kinds = actionGroups.map(({ kind }) => `${kind}.*`);
  const offered = [...new Set([...Object.keys(dueEvents), ...kinds, ...field.value])];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <Checkbox label="All events" {...register("all")} />
      {!all && (
        <div className="grid gap-x-6 border-t border-line pt-1 sm:grid-cols-2">
          {offered.map((event) => (
            <Checkbox
              key={event}
              label={nameOf(event)}
              checked={field.value.includes(event)}
              onChange={({ target }) => set(event, target.checked)}
              onBlur={field.onBlur}
            />
          ))}
        </div>
      )}
      {fieldState.error && (
        <p role="alert" className="mt-1 text-xs font-medium text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
