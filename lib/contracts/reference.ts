import { z } from "zod";
import { type ErrorCode, errorCatalogue } from "../errors";
import { type Access, type ContractSpec, pathParameters, scopesOf } from "./contract";
import { errorCodesByStatus } from "./error-codes";
import { contracts } from ".";
import { requestHeadersOf } from "./request-headers";

/** A request field. `type` reads like TypeScript, followed by a text's length or format. */
type ReferenceField = {
  in: "path" | "query" | "header" | "body";
  name: string;
  type: string;
  required: boolean;
  description: string | undefined;
};

export type ReferenceOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  /** Who may call, in words; a scope as it is written. */
  access: string;
  fields: ReferenceField[];
  success: string;
  refusals: { status: number; codes: ErrorCode[] }[];
};

export type ReferenceSection = { tag: string; operations: ReferenceOperation[] };

/** Every operation for human readers, by tag; derived from the contracts like the OpenAPI document. */
export function reference(): ReferenceSection[] {
  const sections = new Map<string, ReferenceOperation[]>();
  for (const contract of contracts as readonly ContractSpec[])
    sections.set(contract.tag, [...(sections.get(contract.tag) ?? []), operation(contract)]);
  return [...sections].map(([tag, operations]) => ({ tag, operations }));
}

/** Every error code, once. */
export const refusals = (): { code: string; status: number; message: string }[] =>
  Object.entries(errorCatalogue).map(([code, [status, message]]) => ({ code, status, message }));

function operation(contract: ContractSpec): ReferenceOperation {
  const { id, method, path, summary, description, access, query, body } = contract;
  const inPath = pathParameters(contract).map((name): ReferenceField => ({
    in: "path",
    name,
    type: "uuid",
    required: true,
    description: undefined,
  }));
  const headers = requestHeadersOf(contract);
  return {
    id,
    method,
    path: `/api${path}`,
    summary,
    description,
    access: caller(access),
    fields: [
      ...inPath,
      ...(query ? fieldsOf(query, "query") : []),
      ...(headers ? fieldsOf(headers, "header") : []),
      ...(body ? fieldsOf(body, "body") : []),
    ],
    success: success(contract),
    refusals: [...errorCodesByStatus(contract)].sort(([a], [b]) => a - b).map(([status, codes]) => ({ status, codes })),
  };
}

const caller = (access: Access) =>
  typeof access === "object"
    ? scopesOf({ access }).join(" and ")
    : { public: "anyone", session: "browser session", any: "any access key, or browser session" }[access];

function success({ reply, cacheable }: ContractSpec): string {
  const { status } = reply;
  const body = "text" in reply ? reply.text : "json" in reply ? "JSON" : "no body";
  return `${typeof status === "number" ? status : status.join(" or ")}, ${body}${cacheable ? "; 304 if If-None-Match still matches" : ""}`;
}

/** The subset of JSON Schema that the contracts' schemas produce. */
type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  format?: string;
  maxLength?: number;
  description?: string;
};

function fieldsOf(schema: z.ZodObject, location: "query" | "header" | "body"): ReferenceField[] {
  const written = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema & {
    $defs?: Record<string, Schema>;
  };
  // Named schemas are references.
  const resolved = (of: Schema): Schema =>
    of.$ref === undefined ? of : (written.$defs?.[of.$ref.replace("#/$defs/", "")] ?? of);
  const { properties = {}, required = [] } = resolved(written);
  // Fields without a type are accepted and ignored (see `serverManaged`).
  const taken = Object.entries(properties).filter(([, field]) => Object.keys(field).length > 0);
  return taken.map(([name, field]) => ({
    in: location,
    name,
    type: typeOf(field, resolved),
    required: required.includes(name),
    description: resolved(field).description,
  }));
}

function typeOf(schema: Schema, resolved: (of: Schema) => Schema): string {
  const { type, const: only, enum: some, anyOf, oneOf, items, properties, format, maxLength } = resolved(schema);
  if (only !== undefined) return JSON.stringify(only);
  if (some) return some.map((value) => JSON.stringify(value)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, resolved)))].join(" | ");
  if (type === "array") {
    const of = typeOf(items ?? {}, resolved);
    return of.includes(" | ") ? `(${of})[]` : `${of}[]`;
  }
  if (properties) return `{ ${Object.keys(properties).join(", ")} }`;
  if (type === "string" && format) return format;
  return `${type ?? "any"}${maxLength ? ` (at most ${maxLength.toLocaleString("en")})` : ""}`;
}
