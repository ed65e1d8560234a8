"use client";

import { Eye, EyeOff, Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ClipboardEvent } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Input } from "@/components/ui/inputs/input";
import type { EntryFormValues } from "../form/entry-form-values";
import { GenerateButton } from "../generator/generate-button";
import { pastedFields } from "./pasted-fields";
import { SecretText } from "./secret-text";
import { useShown } from "./use-shown";

/** A group's fields as a table. Pasting .env lines into a name fills as many rows. */
export function GroupEditor() {
  const id = useId();
  const { register, control, setValue, formState } = useFormContext<EntryFormValues>();
  const { fields, append, remove, insert } = useFieldArray({ control, name: "fields" });
  const { shown, toggle, hold } = useShown();
  const faults = formState.errors.fields;
  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears with its row, so focus the field in its place.
  const [removed, setRemoved] = useState<number>();
  useEffect(() => {
    if (removed === undefined) return;
    const names = list.current?.querySelectorAll("input") ?? [];
    names[Math.min(removed, names.length - 1)]?.focus();
  }, [removed, fields.length]);

  function pasteLines(event: ClipboardEvent, index: number) {
    const pasted = pastedFields(event.clipboardData.getData("text/plain"));
    if (pasted.length === 0) return;
    event.preventDefault();
    if (event.currentTarget instanceof HTMLInputElement && event.currentTarget.value === "") remove(index);
    insert(index, pasted, { shouldFocus: false });
  }

  return (
    <fieldset className="@container min-w-0">
      <legend className="sr-only">Fields</legend>
      <div className="mb-1 flex items-center justify-between gap-2">
        <span aria-hidden className="text-sm font-medium">
          Fields
        </span>
        <Button size="small" variant="ghost" icon={shown ? <EyeOff /> : <Eye />} onClick={toggle}>
          {shown ? "Hide values" : "Show values"}
        </Button>
      </div>
      <ul ref={list} className="space-y-2">
        {fields.map((field, index) => {
          const { name: nameFault, value: valueFault } = faults?.[index] ?? {};
          const fault = nameFault?.message ?? valueFault?.message;
          const faultId = `${id}-${index}-fault`;
          const nth = `Field ${index + 1}`;
          return (
            <li key={field.id}>
              <div className="flex items-start gap-0.5">
                <div className="grid min-w-0 flex-1 gap-1 @md:grid-cols-2">
                  <Input
                    mono
                    aria-label={`${nth}: name`}
                    placeholder="NAME"
                    autoComplete="off"
                    aria-invalid={nameFault && true}
                    aria-describedby={nameFault && faultId}
                    onPaste={(event) => pasteLines(event, index)}
                    {...register(`fields.${index}.name`)}
                  />
                  <SecretText
                    aria-label={`${nth}: value`}
                    placeholder="Value"
                    shown={shown}
                    aria-invalid={valueFault && true}
                    aria-describedby={valueFault && faultId}
                    {...register(`fields.${index}.value`, { onChange: hold })}
                  />
                </div>
                <GenerateButton
                  iconOnly
                  label={`Generate a value for field ${index + 1}`}
                  onUse={(value) => setValue(`fields.${index}.value`, value, { shouldDirty: true })}
                />
                <IconButton
                  label={`Remove field ${index + 1}`}
                  icon={<X />}
                  disabled={fields.length === 1}
                  onClick={() => {
                    remove(index);
                    setRemoved(index);
                  }}
                />
              </div>
              {fault && (
                <p id={faultId} role="alert" className="mt-1 text-xs font-medium text-danger-ink">
                  {fault}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {formState.errors.value?.message && (
        <p role="alert" className="mt-1 text-xs font-medium text-danger-ink first-letter:uppercase">
          {formState.errors.value.message}
        </p>
      )}
      <Button
        size="small"
        icon={<Plus />}
        className="mt-2"
        onClick={() => {
          setRemoved(undefined);
          append({ name: "", value: "" });
        }}
      >
        Add field
      </Button>
      <p className="mt-1 text-xs text-muted">
        Names are variable names. Paste .env lines into a name to fill several rows.
      </p>
    </fieldset>
  );
}
