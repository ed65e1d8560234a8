import { z } from "zod";

export const Schema = z.record(z.string(), z.json());
export type Schema = z.infer<typeof Schema>;
const Content = z.record(z.string(), z.looseObject({ schema: Schema }));

const Operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.looseObject({
        in: z.enum(["path", "query", "header"]),
        name: z.string(),
        required: z.boolean().optional(),
        schema: Schema,
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({
      required: z.boolean(),
      content: z.strictObject({ "application/json": z.looseObject({ schema: Schema }) }),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.looseObject({
      description: z.string().min(1),
      content: Content.optional(),
      headers: z.record(z.string(), z.json()).optional(),
    }),
  ),
});

/** The part of OpenAPI 3.1.0's structure that the tests use. */
export const OpenApiDocument = z.looseObject({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({ title: z.string().min(1), version: z.string().min(1) }),
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string().startsWith("/"), z.partialRecord(z.enum(["get", "post", "put", "delete"]), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), Schema),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
});
export type OpenApiDocument = z.infer<typeof OpenApiDocument>;

const validators = new WeakMap<OpenApiDocument, Map<string, z.ZodType>>();

/** A validator for a schema of the document, with references resolved. Each is made once: most errors have the same one. */
export function validatorOf(document: OpenApiDocument, schema: Schema): z.ZodType {
  const made = validators.get(document) ?? new Map<string, z.ZodType>();
  validators.set(document, made);
  const key = JSON.stringify(schema);
  const known = made.get(key) ?? makeValidator(document, schema);
  made.set(key, known);
  return known;
}

function makeValidator(document: OpenApiDocument, schema: Schema): z.ZodType {
  const local = JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  );
  return z.fromJSONSchema(Schema.parse(JSON.parse(local)));
}

/** The schema that `$ref` names, or the schema itself. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  const name = typeof schema.$ref === "string" ? schema.$ref.replace("#/components/schemas/", "") : undefined;
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

/**
 * The document's example of a schema: its own, or one that is built from the examples of its parts (of a list's items,
 * of `data`).
 */
export function exampleOf(document: OpenApiDocument, given: Schema): unknown {
  const schema = resolved(document, given);
  if (schema.example !== undefined) return schema.example;
  if (schema.type === "array") {
    const item = exampleOf(document, Schema.parse(schema.items));
    return item === undefined ? undefined : [item];
  }
  const { data } = z
    .object({ data: Schema.optional() })
    .catch({ data: undefined })
    .parse(schema.properties ?? {});
  const example = data && exampleOf(document, data);
  return example === undefined ? undefined : { data: example };
}
