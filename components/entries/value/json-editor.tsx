"use client";

import { Eye, EyeOff } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import type { EntryFormValues } from "../form/entry-form-values";
import { createJsonEditor } from "./json-code-mirror";
import { useShown } from "./use-shown";

/** A JSON document, stored byte for byte. While hidden, the editor is not rendered, so nothing of it is in the page. */
export default function JsonEditor({ startShown, startFocused }: { startShown: boolean; startFocused: boolean }) {
  const id = useId();
  const { formState } = useFormContext<EntryFormValues>();
  const { shown, toggle, hold } = useShown(startShown);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (startFocused) section.current?.querySelector<HTMLElement>("[contenteditable]")?.focus();
  }, [startFocused]);
  const fault = formState.errors.value?.message;
  return (
    <section ref={section} aria-labelledby={id}>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 id={id} className="text-sm font-medium">
          JSON document
        </h3>
        <Button size="small" variant="ghost" icon={shown ? <EyeOff /> : <Eye />} onClick={toggle}>
          {shown ? "Hide" : "Show"}
        </Button>
      </div>
      {shown ? (
        <CodeEditor invalid={fault !== undefined} describedBy={`${id}-fault`} onEdit={hold} />
      ) : (
        <p className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm text-muted">
          Hidden. Show it to continue editing.
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-xs font-medium text-danger-ink first-letter:uppercase">
          {fault}
        </p>
      )}
      <p className="mt-1 text-xs text-muted">Tab leaves the editor. The text is saved exactly as typed.</p>
    </section>
  );
}

function CodeEditor({ invalid, describedBy, onEdit }: { invalid: boolean; describedBy: string; onEdit: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  const { getValues, setValue, getFieldState } = useFormContext<EntryFormValues>();
  useEffect(() => {
    if (!container.current) return;
    const editor = createJsonEditor(container.current, getValues("value"), {
      describedBy,
      onChange: (text) => {
        setValue("value", text, { shouldDirty: true, shouldValidate: getFieldState("value").invalid });
        onEdit();
      },
    });
    return () => editor.destroy();
  }, [getValues, setValue, getFieldState, onEdit, describedBy]);
  return (
    <div
      ref={container}
      data-invalid={invalid || undefined}
      className="overflow-hidden rounded-md border border-edge bg-surface focus-within:outline-2 focus-within:outline-accent-ink data-invalid:border-danger"
    />
  );
}
