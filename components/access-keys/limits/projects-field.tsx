import { Plus } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { useController } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import type { ReachFieldValues } from "../create/create-key-form";
import { useProjectNames } from "./use-project-names";

/** As many as are listed at once; the rest is found by typing. */
const shownMax = 100;

const notes = {
  loading: "Loading the projects…",
  failed: "The projects could not be loaded. Type them instead.",
  loaded: "There are no projects yet. Type the name of the first one.",
};

/** Projects of the vault to tick, and one field that finds them or takes one that is not there yet. */
export function ProjectsField() {
  const { names, state } = useProjectNames();
  const projects = useController<ReachFieldValues, "projects">({ name: "projects" });
  const text = useController<ReachFieldValues, "projectText">({ name: "projectText" });
  const chosen = projects.field.value;
  const typed = text.field.value.trim();
  // What was chosen when the form opened is seen at once, and stays where it is when it is unticked.
  const [first] = useState(chosen);
  const all = [...new Set([...first, ...chosen.filter((name) => !names.includes(name)), ...names])];
  const matches = all.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  const shown = matches.slice(0, shownMax);

  const set = (name: string, on: boolean) =>
    projects.field.onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  const add = (name: string) => {
    if (!chosen.includes(name)) set(name, true);
    text.field.onChange("");
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed === "" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const [only] = matches.length === 1 ? matches : [];
    add(all.includes(typed) ? typed : (only ?? typed));
  };

  return (
    <div className="min-w-0">
      <Field
        label="Projects"
        description="Choose none for all of them. A project is the name of its entries and env project."
        error={projects.fieldState.error?.message ?? text.fieldState.error?.message}
      >
        {(control) => (
          <>
            <Input
              {...control}
              {...text.field}
              ref={(element) => {
                projects.field.ref(element);
                text.field.ref(element);
              }}
              autoComplete="off"
              placeholder="Find or type a project"
              onKeyDown={addByEnter}
            />
            {typed !== "" && !all.includes(typed) && (
              <Button size="small" icon={<Plus />} className="mt-2 max-w-full" onClick={() => add(typed)}>
                <span className="min-w-0 truncate">Add “{typed}”</span>
              </Button>
            )}
            {shown.length > 0 ? (
              <ul
                aria-label="Projects to choose from"
                className="mt-2 max-h-40 overflow-y-auto rounded-md border border-line px-2.5"
              >
                {shown.map((name) => (
                  <li key={name}>
                    <Checkbox
                      label={<span className="break-words">{name}</span>}
                      checked={chosen.includes(name)}
                      onChange={(event) => set(name, event.target.checked)}
                    />
                  </li>
                ))}
              </ul>
            ) : (
              typed === "" && <p className="mt-2 text-sm text-muted">{notes[state]}</p>
            )}
            {matches.length > shown.length && (
              <p className="mt-1 text-xs text-muted">{matches.length - shown.length} more. Type to find them.</p>
            )}
          </>
        )}
      </Field>
    </div>
  );
}
