import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { reference, refusals } from "@/lib/contracts/reference";
import { errorCatalogue } from "@/lib/errors";
import { openApiDocument } from "@/lib/http/openapi";

type Described = {
  tags: string[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: { "application/json": { schema: { $ref: string } } } };
  responses: Record<string, unknown>;
};
const { paths, components } = openApiDocument() as unknown as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, { properties: Record<string, object> }> };
};
const sections = reference();
const operations = sections.flatMap(({ tag, operations: of }) => of.map((operation) => ({ tag, ...operation })));

test("every contract is listed once", () => {
  expect(operations.map(({ id }) => id).sort()).toEqual(contracts.map(({ id }) => id).sort());
});

test.for(operations.map((operation) => [operation.id, operation] as const))(
  "%s: fields, statuses and section are the OpenAPI document's",
  ([, { tag, method, path, fields, success, refusals: refused }]) => {
    const described = paths[path.replace(/^\/api/, "")]?.[method.toLowerCase()];
    expect(described?.tags).toEqual([tag]);
    const body = described?.requestBody?.content["application/json"].schema.$ref.replace("#/components/schemas/", "");
    const properties = Object.entries(components.schemas[body ?? ""]?.properties ?? {});
    const given = [
      ...(described?.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`),
      ...properties.filter(([, schema]) => Object.keys(schema).length > 0).map(([name]) => `body ${name}`),
    ];
    expect(fields.map((field) => `${field.in} ${field.name}`).sort()).toEqual(given.sort());
    for (const { name, type } of fields) expect(type, name).not.toMatch(/^any|undefined|\[object/);
    const statuses = [...refused.map(({ status }) => String(status)), ...(success.match(/\b[23]\d\d\b/g) ?? [])];
    expect([...new Set(statuses)].sort()).toEqual(Object.keys(described?.responses ?? {}).sort());
  },
);

test("an error is explained once, in the catalogue's words", () => {
  expect(refusals()).toContainEqual({
    code: "CATEGORY_NOT_FOUND",
    status: 404,
    message: errorCatalogue.CATEGORY_NOT_FOUND[1],
  });
  expect(refusals()).toHaveLength(Object.keys(errorCatalogue).length);
});
