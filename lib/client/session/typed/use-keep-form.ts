import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { keptTypedOf } from "./typed";
import { typedValues } from "./typed-values";
import { useKeepTyped } from "./use-keep-typed";

/**
 * For forms in which nothing but typed text is changed: what was typed into `form` when the session ended is in it again.
 * `isTyped`: also what it began with was typed.
 */
export function useKeepForm<Values extends FieldValues, Context, Result>(
  name: string,
  { reset, getValues, formState: { isDirty, defaultValues } }: UseFormReturn<Values, Context, Result>,
  isTyped = false,
): void {
  const [draft] = useState(() => keptTypedOf<Partial<Values>>(name));
  useEffect(() => {
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [draft, reset, getValues]);
  useKeepTyped(name, () => (isTyped ? getValues() : isDirty ? typedValues(getValues(), defaultValues) : undefined));
}
