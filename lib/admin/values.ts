import type { z } from "zod";
import { UsageError } from "./cli-error";

/**
 * Validates arguments with the API's schema. Throws a usage error that says which is wrong, by `what` or the name that it
 * has for a field, and what is expected.
 */
export function checked<S extends z.ZodType>(
  schema: S,
  value: unknown,
  what: string | Readonly<Record<string, string>>,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [fault] = result.error.issues;
  const field = String(fault?.path[0] ?? "");
  const expected =
    fault?.code === "invalid_value" ? `must be one of ${fault.values.join(", ")}` : (fault?.message ?? "is not valid");
  throw new UsageError(`${typeof what === "string" ? what : (what[field] ?? field)} ${expected}.`);
}
