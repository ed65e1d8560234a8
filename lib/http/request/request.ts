import { z } from "zod";
import { bodyBytesMaxOf, type ContractSpec, inBinaryUnits } from "../../contracts/contract";
import { AppError, type ErrorDetail } from "../../errors";
import { yieldToEventLoop } from "../../event-loop";
import type { ApiRequest } from "../types";
import { parseJson } from "./json";

/** Validates the query. A repeated parameter is refused, since programs disagree on which one counts. */
export function readQuery(contract: ContractSpec, url: string): unknown {
  const { query } = contract;
  if (!query) return undefined;
  const queryAt = url.indexOf("?");
  if (queryAt < 0) return validate(query, {});
  const searchParams = new URLSearchParams(url.slice(queryAt).replace(/#.*$/s, ""));
  const names = [...searchParams.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw validationError([{ path: shorten(twice), message: "is given more than once" }]);
  const unknown = `is not a parameter of this endpoint: it has ${Object.keys(query.shape).join(", ")}`;
  return validate(query, Object.fromEntries(searchParams), unknown);
}

/** Reads and validates the JSON body; undefined for contracts without one. */
export async function readBody(contract: ContractSpec, request: ApiRequest): Promise<unknown> {
  if (!contract.body) return undefined;
  if (contract.bodyOptional && request.body === null) return validate(contract.body, {});
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(contentType) || /[^\s]/.test(encodingOf(request)))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const bytes = await readBytes(request, bodyBytesMaxOf(contract));
  const value = parseJson(bytes, contract.itemsMax);
  // Parsing and validating a large body take some ten milliseconds each, so other requests get a turn in between.
  if (bytes.length > oneTurnBytesMax) await yieldToEventLoop();
  return validate(contract.body, value);
}

const oneTurnBytesMax = 256 * 1024;

const encodingOf = (request: ApiRequest) => (request.headers.get("content-encoding") ?? "").replace(/^identity$/i, "");

/** Reads the whole body and counts its bytes as they arrive. Content-Length is not trusted. */
async function readBytes(request: ApiRequest, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("BODY_TOO_LARGE", { message: `The body is too large: at most ${inBinaryUnits(bytesMax)}` });
  if (Number(request.headers.get("content-length")) > bytesMax) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > bytesMax) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The client disconnected. This is not a server error, and nobody will read the response.
    throw new AppError("VALIDATION_ERROR", { message: "The body ended before it was complete", cause: error });
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** `unknown`: what to say of a name that the schema does not have. */
function validate(schema: z.ZodType, value: unknown, unknown = "is not a field that can be set here"): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues: all } = parsed.error;
  const issues = all.filter((issue) => !isOfSafeIntegers(issue) || !all.some((other) => isOfSame(other, issue)));
  const given = { schema, root: value, unknown };
  throw validationError(issues.flatMap((issue) => describeIssue(issue, given)).slice(0, 20));
}

function validationError(details: ErrorDetail[]): AppError {
  const message = details.map(({ path, message }) => (path ? `${path} ${message}` : message)).join("; ");
  return new AppError("VALIDATION_ERROR", {
    message: message.length > 500 ? `${message.slice(0, 500)}…` : message,
    details,
  });
}

type Given = { schema: z.ZodType; root: unknown; unknown: string };

function describeIssue(issue: z.core.$ZodIssue, { schema, root, unknown }: Given): ErrorDetail[] {
  const path = shorten(issue.path.join("."));
  const mayBeNull = takesNull(schema, issue.path);
  const orNull = mayBeNull ? " or null" : "";
  const isMissing = () => valueAt(root, issue.path) === undefined;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: shorten([...issue.path, key].join(".")),
        message: unknown,
      }));
    case "invalid_type":
      if (isMissing() && path) return [{ path, message: mayBeNull ? "is required, and may be null" : "is required" }];
      return [{ path, message: `${path ? "" : "The body "}must be ${article(issue.expected)}${orNull}` }];
    case "invalid_value":
      return [
        {
          path,
          message: `${isMissing() ? "is required:" : "must be"} one of ${issue.values.join(", ")}${mayBeNull ? ", or null" : ""}`,
        },
      ];
    case "invalid_format":
      return [{ path, message: issue.format === "uuid" ? `must be a UUID${orNull}` : issue.message }];
    case "invalid_key":
      return [
        {
          path: shorten(issue.path.slice(0, -1).join(".")),
          message: `has a name that ${issue.issues[0]?.message ?? "it must not have"}`,
        },
      ];
    case "too_small":
    case "too_big":
      return [{ path, message: isOwnText(issue.message) ? limitOf(issue) : issue.message }];
    default:
      return [{ path, message: issue.message }];
  }
}

/** Whether zod wrote the message, and not the contract. */
const isOwnText = (message: string) => message.startsWith("Too ");

function limitOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const [bound, limit] = issue.code === "too_small" ? ["at least", issue.minimum] : ["at most", issue.maximum];
  const unit = { string: " characters", array: " items" }[issue.origin as string];
  return unit ? `must have ${bound} ${limit}${unit}` : `must be ${bound} ${limit}`;
}

/** Zod says of a number beyond JavaScript's integers that it is too big, and then the same of the contract's own limit. */
const isOfSafeIntegers = (issue: z.core.$ZodIssue) => issue.code === "too_big" && issue.origin === "int";
const isOfSame = (other: z.core.$ZodIssue, issue: z.core.$ZodIssue) =>
  other !== issue && other.path.join(".") === issue.path.join(".");

/** Zod calls an object of any names a record. */
const typeNames = { int: "a whole number", record: "an object" } as Record<string, string>;
const article = (type: string) => typeNames[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    root,
  );
}

/** Whether a path may lead to null. Not where several schemas may apply. */
function takesNull(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): boolean {
  const [key, ...rest] = path;
  if (schema instanceof z.ZodNullable && key === undefined) return true;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return takesNull(schema.def.innerType, path);
  if (schema instanceof z.ZodArray) return takesNull(schema.element, rest);
  if (schema instanceof z.ZodRecord) return takesNull(schema.valueType, rest);
  return schema instanceof z.ZodObject && key !== undefined && takesNull((schema.shape as Shape)[key], rest);
}

type Shape = Partial<Record<PropertyKey, z.core.$ZodType>>;
