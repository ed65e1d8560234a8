"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/inputs/field";
import { onDemand } from "@/components/ui/states/on-demand";
import { Select } from "@/components/ui/inputs/select";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { actionGroups } from "@/lib/client/words/action-groups";
import { actions, type Action } from "@/lib/contracts/access/actions";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { spans, type ActivityFilter, type Span } from "./activity-filter";
import { nameOfActor } from "../activity-words";
import { useActors } from "./use-actors";
import { useThingName } from "./use-things";

const ThingDialog = onDemand(() => import("../thing-dialog"));

/** Who, what, with what outcome, on what and since when. */
export default function ActivityFilters({
  filter,
  records,
  onChange,
}: {
  filter: ActivityFilter;
  /** The first records that fit it. */
  records: readonly ActivityRecord[];
  onChange: (change: ActivityFilter) => void;
}) {
  const { actorId, objectId, action, outcome, since } = filter;
  const actors = useActors();
  const thing = useThingName(objectId);
  const [choosing, setChoosing] = useState(false);
  const unknown = actorId !== undefined && !actors.some(({ people }) => people.some(({ id }) => id === actorId));
  return (
    <div className="grid grid-cols-2 items-end gap-2 lg:grid-cols-5">
      <Field label="Who" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={actorId ?? ""}
            onChange={(event) => onChange({ actorId: event.target.value || undefined })}
          >
            <option value="">Anybody</option>
            {unknown && <option value={actorId}>{nameOfActor(records, actorId) ?? "Somebody else"}</option>}
            {actors.map(({ label, people }) => (
              <optgroup key={label} label={label}>
                {people.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Action" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={action ?? ""}
            onChange={(event) => onChange({ action: (event.target.value || undefined) as Action | undefined })}
          >
            <option value="">Everything</option>
            {actionGroups.map(({ label, actions: own }) => (
              <optgroup key={label} label={label}>
                {own.map((one) => (
                  <option key={one} value={one}>
                    {actions[one]}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Outcome" labelHidden>
        {(control) => (
          <Select
            {...control}
            value={outcome ?? ""}
            onChange={(event) => onChange({ outcome: (event.target.value || undefined) as ActivityFilter["outcome"] })}
          >
            <option value="">Any outcome</option>
            <option value="done">Done</option>
            <option value="refused">Refused</option>
          </Select>
        )}
      </Field>
      <div className="flex min-w-0 gap-1">
        <Button className="min-w-0 flex-1 justify-start" onClick={() => setChoosing(true)}>
          <span className="min-w-0 truncate">
            {objectId === undefined ? "On anything…" : `On ${thing ?? "one item"}…`}
          </span>
        </Button>
        {objectId !== undefined && (
          <IconButton label="Any item" icon={<X />} onClick={() => onChange({ objectId: undefined })} />
        )}
      </div>
      <Field label="Since" labelHidden className="max-lg:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={since ?? ""}
            onChange={(event) => onChange({ since: (event.target.value || undefined) as Span | undefined })}
          >
            <option value="">All time</option>
            {spans.map(({ value, label }) => (
              <option key={value} value={value}>
                In the last {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {choosing && <ThingDialog onChoose={(id) => onChange({ objectId: id })} onClose={() => setChoosing(false)} />}
    </div>
  );
}
