import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { contracts } from "../contracts";
import { bodyBytesMaxOf, type ContractSpec, inBinaryUnits, pathParameters, scopesOf } from "../contracts/contract";
import { errorCodesByStatus } from "../contracts/error-codes";
import { requestHeadersOf } from "../contracts/request-headers";
import { linkId } from "../contracts/transfer/links";
import { scopeDescriptions } from "../contracts/access/scopes";
import { errorCatalogue } from "../errors";
import { errorSchemas } from "./error-schemas";

type Document = { openapi: string; [member: string]: unknown };
let built: Document | undefined;

/** OpenAPI 3.1.0, generated once from the contracts that also validate requests. */
export function openApiDocument(): Document {
  return (built ??= {
    ...createDocument({
      openapi: "3.1.0",
      info: {
        title: "Secrets vault",
        version: "1",
        description: `Send an access key as \`Authorization: Bearer svc_…\`, or use a signed-in browser session. Scopes:\n\n${Object.entries(
          scopeDescriptions,
        )
          .map(([scope, description]) => `- \`${scope}\`: ${description}`)
          .join("\n")}`,
      },
      servers: [{ url: "/api" }],
      components: {
        securitySchemes: {
          accessKey: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "svc_ and 43 base64url characters",
            description: "An access key; each operation names the scope, or the two scopes, that it requires",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "next-auth.session-token",
            description:
              "A browser session; __Host-next-auth.session-token behind TLS. Unsafe methods must come from the same origin. A page names its user in X-Session-User, by id: if the session is another user's by now, 401, and nothing is done",
          },
        },
      },
      paths: paths(),
    }),
  });
}

function paths(): ZodOpenApiPathsObject {
  const result: ZodOpenApiPathsObject = {};
  for (const contract of contracts) {
    const path = (result[contract.path] ??= {});
    path[contract.method.toLowerCase() as "get"] = operation(contract);
  }
  return result;
}

function operation(contract: ContractSpec): ZodOpenApiOperationObject {
  const { id, tag, summary, description, access } = contract;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security:
      access === "public"
        ? []
        : access === "session"
          ? [{ session: [] }]
          : [{ accessKey: scopesOf(contract) }, { session: [] }],
    ...(typeof access === "object" ? { "x-required-scope": scopesOf(contract).join(" ") } : {}),
    ...parameters(contract),
    ...(contract.body
      ? {
          requestBody: { required: !contract.bodyOptional, content: { "application/json": { schema: contract.body } } },
        }
      : {}),
    responses: { ...successes(contract), ...failures(contract) },
  };
}

function parameters(contract: ContractSpec): Pick<ZodOpenApiOperationObject, "requestParams"> {
  const { query } = contract;
  const names = pathParameters(contract);
  const path = z.object(
    Object.fromEntries(
      names.map((name) => [
        name,
        contract.numbers?.includes(name) ? z.int().min(1) : contract.tokens?.includes(name) ? linkId() : z.uuid(),
      ]),
    ),
  );
  const header = requestHeadersOf(contract);
  return {
    requestParams: {
      ...(names.length > 0 ? { path } : {}),
      ...(query ? { query } : {}),
      ...(header ? { header } : {}),
    },
  };
}

/** Only for the export. The headers with names are present only if there are any. */
const exportedHeaders = {
  "X-Export-Skipped": z.string(),
  "X-Export-Skipped-Names": z.string().optional(),
  "X-Export-Repeated": z.string().optional(),
  "X-Export-Repeated-Names": z.string().optional(),
};

const lines = z.string().meta({ description: "The items of the list as JSON, one on each line" });

function successes(contract: ContractSpec): ZodOpenApiResponsesObject {
  const { reply, cacheable, versioned, renewsSession } = contract;
  if ("text" in reply)
    return {
      "200": {
        description: "The text",
        content: { [reply.text]: { schema: z.string() } },
        headers: z.object({
          ...(contract.plaintext ? exportedHeaders : {}),
          ...Object.fromEntries(Object.keys(reply.headers).map((name) => [name, z.string()])),
        }),
      },
    };
  if (!("json" in reply))
    return {
      "204": {
        description: "Done; no body",
        ...(renewsSession && {
          headers: z.object({
            "Set-Cookie": z.string().meta({ description: "The session's cookie, with its new token" }),
          }),
        }),
      },
    };
  const statuses = typeof reply.status === "number" ? [reply.status] : reply.status;
  const headers = (cacheable ?? versioned) && {
    headers: z.object({
      ETag: versioned ? z.string().meta({ description: "The version, in double quotes" }) : z.string(),
    }),
  };
  const written = statuses.map((status) => [
    String(status),
    {
      description: status === 201 ? "Created" : "Success",
      content: {
        "application/json": { schema: reply.json },
        ...(contract.streamed && { "application/x-ndjson": { schema: lines } }),
      },
      ...headers,
    },
  ]);
  return Object.fromEntries([
    ...written,
    ...(cacheable ? [["304", { description: "Unchanged since the ETag sent as If-None-Match; no body" }]] : []),
  ]);
}

function failures(contract: ContractSpec): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    [...errorCodesByStatus(contract)].map(([status, codes]) => {
      const schemas = codes.map((code) => errorSchemas[code]);
      const [only, ...more] = schemas;
      const schema = more.length === 0 && only ? only : z.union(schemas);
      const note = status === 413 ? ` (at most ${inBinaryUnits(bodyBytesMaxOf(contract))})` : "";
      return [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}${note}`).join("\n\n"),
          content: { "application/json": { schema } },
          ...(codes.includes("CHANGED_MEANWHILE") && {
            headers: z.object({
              ETag: z
                .string()
                .optional()
                .meta({ description: "The current version, in double quotes; none if there is none" }),
            }),
          }),
        },
      ];
    }),
  );
}
