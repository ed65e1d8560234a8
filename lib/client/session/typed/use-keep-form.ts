import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { keptTypedOf } from "./typed";
import { useKeepTyped } from "./use-keep-typed";

/**
 * For forms whose values are all typed: what was in `form` when the session ended is in it again. `isTyped`: also what
 * it began with was.
 */
export function useKeepForm<Values extends FieldValues, Context, Result>(
  name: string,
  { reset, getValues, formState: { isDirty } }: UseFormReturn<Values, Context, Result>,
  isTyped = false,
): void {
  const [draft] = useState(() => keptTypedOf<Values>(name));
  useEffect(() => {
    if (draft) reset(draft, { keepDefaultValues: true });
  }, [draft, reset]);
  useKeepTyped(name, () => (isDirty || isTyped ? getValues() : undefined));
}
