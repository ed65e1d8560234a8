import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldError, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/**
 * A contract's body schema as a form's validator. The form's fields may be some of those that the schema takes: it also
 * allows what a client sends back, which no form has.
 */
export function contractResolver<Fields extends FieldValues & Taken, Taken, Body>(schema: z.ZodType<Body, Taken>): Resolver<Fields, unknown, Body> {
  // The library's types have the fields be all that the schema takes.
  return zodResolver<Fields, unknown, Body>(schema as z.ZodType<Body, never>);
}

/** The first fault of each of a body's fields; none without an error. */
export function faultsByField<Body>(error: z.ZodError<Body> | undefined): { [Field in keyof Body]?: FieldError } {
  const faults: { [Field in keyof Body]?: FieldError } = {};
  for (const { path, message } of error?.issues ?? []) faults[path[0] as keyof Body] ??= { type: "validate", message };
  return faults;
}
