"use client";

import { Eye, PencilLine, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { KeyType } from "@/lib/contracts/primitives";
import {
  editableValue,
  emptyValue,
  valueText,
  type EntryFormValues,
  type EnvironmentKey,
} from "../form/entry-form-values";
import { fetchValue } from "@/lib/client/entries/entry-value";
import { GroupEditor } from "./group-editor";
import { SimpleEditor } from "./simple-editor";
import { SshEditor } from "./ssh-editor";

const JsonEditor = onDemand(() => import("./json-editor"));

export type ValueFieldProps = {
  keyType: KeyType;
  envVarName: string | null;
  /** The environments that a simple key has a value for each. */
  targets: readonly EnvironmentKey[] | undefined;
  entry: ListedEntry | undefined;
  /** The value is being edited, starting from this text. */
  onTaken: (original: string | undefined) => void;
  taken: boolean;
  /** A new entry lacks nothing else. */ startFocused?: boolean;
};

/** The value field for its type. When editing, the stored value stays out of the form until requested. */
export function ValueField({
  keyType,
  envVarName,
  targets,
  entry,
  onTaken,
  taken,
  startFocused = false,
}: ValueFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const { setValue } = useFormContext<EntryFormValues>();
  // The pressed button disappears, so focus what replaces it.
  const [pressed, setPressed] = useState(startFocused);
  const change = (original: string | undefined) => {
    setPressed(true);
    onTaken(original);
  };
  const keepCurrent = () => {
    // What was shown of it is not kept longer than it is shown.
    setValue("value", emptyValue.value);
    setValue("fields", emptyValue.fields);
    change(undefined);
  };
  useEffect(() => {
    // A new group may lack its fields' names too.
    const wanted = !entry ? "input:placeholder-shown, textarea" : taken ? "textarea" : "button";
    if (pressed) container.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [pressed, taken, entry]);
  return (
    <div ref={container}>
      {entry && !taken ? (
        <UntouchedValue keyType={keyType} entry={entry} onTaken={change} />
      ) : (
        <>
          {keyType === "group" ? (
            <GroupEditor />
          ) : keyType === "ssh" ? (
            <SshEditor startShown={!entry} />
          ) : keyType === "json" ? (
            <JsonEditor startShown startFocused={pressed} />
          ) : targets ? (
            <div className="space-y-4">
              {targets.map((target) => (
                <SimpleEditor key={target} envVarName={envVarName} target={target} />
              ))}
            </div>
          ) : (
            <SimpleEditor envVarName={envVarName} />
          )}
          {entry && (
            <Button size="small" variant="ghost" icon={<Undo2 />} className="mt-1" onClick={keepCurrent}>
              Keep current value
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function UntouchedValue({
  keyType,
  entry,
  onTaken,
}: {
  keyType: KeyType;
  entry: ListedEntry;
  onTaken: (original: string) => void;
}) {
  const { setValue } = useFormContext<EntryFormValues>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  function take(next: Pick<EntryFormValues, "value" | "fields">, original: string) {
    setValue("value", next.value);
    setValue("fields", next.fields);
    onTaken(original);
  }
  async function load() {
    setPending(true);
    setError(undefined);
    try {
      const value = editableValue(await fetchValue(entry.id));
      take(value, valueText(keyType, value));
    } catch (cause) {
      setError(cause);
      setPending(false);
    }
  }
  const replace = () =>
    take({ ...emptyValue, fields: entry.fieldNames?.map((name) => ({ name, value: "" })) ?? emptyValue.fields }, "");

  return (
    <section aria-label="Value" className="rounded-md border border-line bg-sunken px-3 py-2.5">
      <p className="text-sm">
        <span className="font-medium">Value</span>{" "}
        <span className="text-muted">stays as it is, unless you change it here.</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" icon={<Eye />} pending={pending} onClick={() => void load()}>
          Show and edit
        </Button>
        <Button size="small" icon={<PencilLine />} onClick={replace}>
          Replace value
        </Button>
      </div>
      {error !== undefined && <ErrorNote error={error} className="mt-2" />}
    </section>
  );
}
