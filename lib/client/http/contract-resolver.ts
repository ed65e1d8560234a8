import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldError, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/**
 * A contract's body schema as a form's validator. The form's fields may be some of those that the schema takes: it also
 * allows what a client sends back, which no form has. `whenEmpty`: what a field with nothing in it is told in place of the
 * contract's own words, which are written for programs.
 */
export function contractResolver<Fields extends FieldValues & Taken, Taken, Body>(
  schema: z.ZodType<Body, Taken>,
  whenEmpty: Readonly<Record<string, string>> = {},
): Resolver<Fields, unknown, Body> {
  // The library's types have the fields be all that the schema takes.
  const resolve = zodResolver<Fields, unknown, Body>(schema as z.ZodType<Body, never>);
  return async (fields, context, options) => {
    const resolved = await resolve(fields, context, options);
    const errors: Record<string, unknown> = resolved.errors;
    for (const [field, message] of Object.entries(whenEmpty)) {
      if (errors[field] && String(fields[field] ?? "").trim() === "") Object.assign(errors[field], { message });
    }
    return resolved;
  };
}

/** The first fault of each of a body's fields; none without an error. */
export function faultsByField<Body>(error: z.ZodError<Body> | undefined): { [Field in keyof Body]?: FieldError } {
  const faults: { [Field in keyof Body]?: FieldError } = {};
  for (const { path, message } of error?.issues ?? []) faults[path[0] as keyof Body] ??= { type: "validate", message };
  return faults;
}
