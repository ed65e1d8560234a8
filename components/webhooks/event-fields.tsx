import { useController, useFormContext, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { actionGroups } from "@/lib/client/action-groups";
import { actions, type Action } from "@/lib/contracts/actions";
import type { WebhookFields } from "./webhook-fields";

/** Which events a webhook gets: all, or those of some kinds. Single events come from the API and can be taken off. */
export function EventFields() {
  const { register } = useFormContext<WebhookFields>();
  const { field, fieldState } = useController<WebhookFields, "events">({ name: "events" });
  const all = useWatch<WebhookFields, "all">({ name: "all" });
  const set = (event: string, on: boolean) =>
    field.onChange(on ? [...field.value, event] : field.value.filter((one) => one !== event));
  const single = field.value.filter((event) => !event.endsWith(".*"));
  const offered = [
    ...actionGroups.map(({ kind, label }) => ({ event: `${kind}.*`, label })),
    ...single.map((event) => ({ event, label: actions[event as Action] })),
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <Checkbox label="All events" {...register("all")} />
      {!all && (
        <div className="grid gap-x-6 border-t border-line pt-1 sm:grid-cols-2">
          {offered.map(({ event, label }) => (
            <Checkbox
              key={event}
              label={label}
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
