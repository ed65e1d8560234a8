import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { describeError } from "./describe-error";
import { ApiError } from "./api-error";

/**
 * Shows an API error in a form: field errors on their fields, everything else as `errors.root.server`, which is what a
 * `FormDialog` gets as its `error`. `fields` are those that the form has, `stands` the field that stands for one that it
 * does not have.
 */
export function setFormError<F extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<F>,
  fields: readonly FieldPath<F>[],
  stands: Readonly<Record<string, FieldPath<F>>> = {},
): void {
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  const own = details.flatMap(({ path, message }) => {
    const isOf = (name: string) => name === path || path.startsWith(`${name}.`);
    const field = fields.find(isOf) ?? Object.entries(stands).find(([name]) => isOf(name))?.[1];
    return field ? [{ field, message }] : [];
  });
  for (const [index, { field, message }] of own.entries())
    setError(field, { type: "server", message }, { shouldFocus: index === 0 });
  if (own.length === 0 || own.length < details.length)
    setError("root.server", { type: "server", message: describeError(error).message });
}
