import { exampleOf, type OpenApiDocument, resolved, type Schema } from "../http/openapi-document";
import type { Choice } from "../random";
import { hostileText, hostileValue, jsonOf } from "./hostile";

/** A request before it becomes bytes. */
export type FuzzRequest = {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | undefined;
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  query: string[];
  body: { example: unknown; schema: Schema } | undefined;
};

/** Every operation that the vault's own document describes. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (!operation) return [];
      const schema = operation.requestBody?.content["application/json"].schema;
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          query: operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name),
          body: schema && { example: exampleOf(document, schema), schema: resolved(document, schema) },
        },
      ];
    }),
  );
}

const replaceAt = (value: unknown, field: string, by: unknown) => ({ ...Object(value), [field]: by });

/** The body of an operation with one to three mistakes, or none. */
function bodyText({ body }: Operation, choice: Choice): string | undefined {
  if (!body) return choice.chance(0.1) ? jsonOf(hostileValue(choice)) : undefined;
  const fields = Object.keys(Object(body.schema.properties));
  let value: unknown = structuredClone(body.example ?? {});
  for (let changes = choice.below(4); changes > 0; changes -= 1) {
    const field = choice.of(fields.length > 0 ? fields : ["name"]);
    value = choice.of<() => unknown>([
      () => replaceAt(value, field, hostileValue(choice)),
      () => replaceAt(value, field, hostileText(choice)),
      () => Object.fromEntries(Object.entries(Object(value)).filter(([name]) => name !== field)),
      () =>
        replaceAt(
          value,
          choice.of(["unheard", "id", "userId", "createdAt", "constructor", "a".repeat(5_000), ""]),
          hostileValue(choice),
        ),
      () => (choice.chance(0.2) ? hostileValue(choice) : value),
    ])();
  }
  const text = jsonOf(value);
  return choice.of<() => string>([
    () => text,
    () => text,
    () => text,
    () => text,
    () => text,
    () => text.slice(0, choice.below(text.length + 1)),
    () => `\ufeff${text}`,
    () => text.replace("{", `{"${choice.of(fields.length > 0 ? fields : ["name"])}":"first",`),
    () => text.replace(/}$/, ",}"),
    () => `${text}${choice.of([" ", "\0", "}", text, "//"])}`,
    () => text.replace(/[a-z]/, choice.of(["\\u0000", "\n", "\t", "\\"])),
  ])();
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

/**
 * One request to the API: an operation on existing or missing resources, with input from a hostile or broken client.
 */
export function aRequest(
  operation: Operation,
  ids: readonly Record<string, string>[],
  credentials: readonly [string, string][],
  choice: Choice,
): FuzzRequest {
  const ours = choice.of(ids);
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    choice.chance(0.8)
      ? (ours[name] ?? (name === "version" ? String(choice.below(4)) : crypto.randomUUID()))
      : encodeURIComponent(hostileText(choice).toWellFormed()).slice(0, 2_000),
  );
  const query = choice.chance(0.3)
    ? Array.from(
        { length: choice.below(4) },
        () =>
          `${choice.of([...operation.query, "x", "__proto__", "search[$ne]", "ids[]"])}=${choice.chance(0.7) ? encodeURIComponent(hostileText(choice)).slice(0, 2_000) : choice.of(["%", "%ff", "%00", "&&", "=="])}`,
      )
    : [];
  const body = bodyText(operation, choice);
  const headers: [string, string][] = choice.chance(0.92) ? [choice.of(credentials)] : [];
  if (body !== undefined)
    headers.push([
      "Content-Type",
      choice.chance(0.9)
        ? "application/json"
        : choice.of([
            "text/plain",
            "application/json; charset=utf-16",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded",
            "application/json, text/html",
            "",
          ]),
    ]);
  if (choice.chance(0.15))
    headers.push(
      choice.of<[string, string]>([
        ["Content-Encoding", "gzip"],
        ["X-HTTP-Method-Override", "DELETE"],
        ["Next-Action", "x"],
        ["RSC", "1"],
        ["x-nonce", "x"],
        [
          "X-Forwarded-For",
          hostileText(choice)
            .replace(/[^ -~]/g, "?")
            .slice(0, 3_000),
        ],
        ["X-Forwarded-Proto", "https"],
        ["X-Forwarded-Host", "elsewhere.example"],
        [
          "Cookie",
          `next-auth.session-token=${hostileText(choice)
            .replace(/[^ -~]/g, "?")
            .slice(0, 3_000)}`,
        ],
        ["Authorization", "Bearer svc_"],
        ["Authorization", `Bearer ${"a".repeat(3_000)}`],
        ["Origin", "null"],
        ["Origin", "http://["],
        ["Expect", "200-maybe"],
        ["If-None-Match", '"x", W/"y", *'],
        ["Range", "bytes=0-"],
        ["Accept-Encoding", "br;q=nan"],
        ["Upgrade", "websocket"],
      ]),
    );
  return {
    method: choice.chance(0.95) ? operation.method : choice.of(methods),
    target: `/api${target}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers,
    body,
  };
}
