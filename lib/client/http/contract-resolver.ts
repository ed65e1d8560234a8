import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldError, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/**
 * Uses a contract's body schema to validate a form. The form may have only some of the schema's fields: the schema also
 * accepts fields that a client sends back, which no form has. `whenEmpty`: the messages for empty fields. They replace
 * the contract's own, which are written for programs.
 */
export function contractResolver<Fields extends FieldValues & Taken, Taken, Body>(
  schema: z.ZodType<Body, Taken>,
  whenEmpty: Readonly<Record<string, string>> = {},
): Resolver<Fields, unknown, Body> {
  // The library's types expect all of the schema's fields.
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

/** The first error of each field of a body; empty if it is valid. */
export function faultsByField<Body>(error: z.ZodError<Body> | undefined): { [Field in keyof Body]?: FieldError } {
  const faults: { [Field in keyof Body]?: FieldError } = {};
  for (const { path, message } of error?.issues ?? []) faults[path[0] as keyof Body] ??= { type: "validate", message };
  return faults;
}
