import type { z } from "zod";
import { UsageError } from "./cli-error";

/** Validates an argument with the API's schema. Throws a usage error that says what it expects. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [fault] = result.error.issues;
  throw new UsageError(`${[what, ...(fault?.path ?? [])].join(" ")} ${fault?.message ?? "is not valid"}.`);
}
