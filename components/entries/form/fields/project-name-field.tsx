"use client";

import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import type { EntryFormValues } from "../entry-form-values";
import { ProjectNameList } from "./project-name-list";
import { useProjectNames } from "./use-project-names";

/** The project's name, with suggestions from existing entries. A combobox after the ARIA pattern. */
export function ProjectNameField({ autoFocus }: { autoFocus: boolean }) {
  const list = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const { register, setValue, control, formState } = useFormContext<EntryFormValues>();
  const names = useProjectNames(useWatch({ control, name: "name" }));
  const reached = useTeamHere()?.projects;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && names.length > 0;
  const activeName = shown ? names[active]?.name : undefined;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  function choose(name: string) {
    setValue("name", name, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((last) => (shown ? (last + step + names.length) % names.length : step === 1 ? 0 : names.length - 1));
    } else if (event.key === "Enter" && activeName !== undefined) choose(activeName);
    else if (event.key === "Escape" && shown) {
      // Closes the list, not the dialog around it.
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  }

  const field = register("name", { onBlur: close, onChange: () => setOpen(true) });
  return (
    <Field
      label="Project"
      required
      error={formState.errors.name?.message}
      description={
        reached
          ? `One that your role reaches: ${reached.join(", ")}.`
          : "The project that uses this value, e.g. billing."
      }
    >
      {(described) => (
        <div ref={anchor}>
          <Input
            {...described}
            {...field}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={shown ? list : undefined}
            aria-activedescendant={activeName === undefined ? undefined : `${list}-${active}`}
            autoComplete="off"
            data-autofocus={autoFocus || undefined}
            onKeyDown={onKeyDown}
            onClick={() => setOpen(true)}
          />
          {shown && <ProjectNameList id={list} anchor={anchor} names={names} active={active} onChoose={choose} />}
        </div>
      )}
    </Field>
  );
}
