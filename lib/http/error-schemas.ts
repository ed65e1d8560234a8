import { z } from "zod";
import { EnvFileType } from "../contracts/vault/envs";
import { type ErrorCode, errorCatalogue, type ErrorDetails, unresolvedReasons } from "../errors";

const fields = z.array(z.object({ path: z.string(), message: z.string() }).meta({ id: "ErrorDetail" }));

/** The details of those errors that have some, with an example. The type says of which codes, and what is thrown. */
const details: { [C in keyof ErrorDetails]: { schema: z.ZodType<ErrorDetails[C]>; example: ErrorDetails[C] } } = {
  VALIDATION_ERROR: { schema: fields, example: [{ path: "name", message: "must not be empty" }] },
  CATEGORY_SIMPLE_REQUIRES_ENV_VAR: {
    schema: fields,
    example: [{ path: "envVarName", message: "is required for a simple category" }],
  },
  TEAMS_WOULD_END: {
    schema: z.array(
      z
        .object({
          path: z.uuid().meta({ description: "The team's id" }),
          message: z.string().meta({ description: "Its name" }),
        })
        .meta({ id: "EndingTeam", description: "A team that would end with the account" }),
    ),
    example: [{ path: "5d0c7e9a-3b1f-4e62-9c84-2a6f1d8b7e30", message: "Payments" }],
  },
  UNRESOLVED_REFERENCES: {
    schema: z.array(
      z
        .object({ fileType: EnvFileType, line: z.int().min(1), name: z.string(), reason: z.enum(unresolvedReasons) })
        .meta({ id: "UnresolvedReference", description: "A variable whose reference has no value, and why" }),
    ),
    example: [{ fileType: "env.production", line: 3, name: "STRIPE_SECRET_KEY", reason: "missing" }],
  },
  CHANGED_MEANWHILE: {
    schema: z
      .object({ id: z.uuid().nullable(), version: z.int().min(1).nullable() })
      .meta({ id: "CurrentState", description: "The current state; null if there is none" }),
    example: { id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90", version: 4 },
  },
};

const hasDetails = (code: ErrorCode): code is keyof ErrorDetails => Object.hasOwn(details, code);

function schemaOf(code: ErrorCode): z.ZodObject {
  const body = { error: z.string(), code: z.literal(code) };
  const example = { error: errorCatalogue[code][1], code };
  const id = `Error_${code}`;
  if (!hasDetails(code)) return z.strictObject(body).meta({ id, example });
  const { schema, example: told } = details[code];
  return z.strictObject({ ...body, details: schema }).meta({ id, example: { ...example, details: told } });
}

/** One error schema for each code, so that a generated client can tell them apart. */
export const errorSchemas = Object.fromEntries(
  (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => [code, schemaOf(code)]),
) as Record<ErrorCode, z.ZodObject>;
