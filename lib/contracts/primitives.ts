import { z } from "zod";
import { isPlainLine, isPlainNote, isVisible } from "../plain-text";
import { scopes } from "./access/scopes";

export const nameLengthMax = 200;
export const noteLengthMax = 4_000;
/** UTF-8 bytes. */
export const valueBytesMax = 256 * 1024;
/** UTF-8 bytes. */
export const envFileBytesMax = 1024 * 1024;

const utf8 = new TextEncoder();
const codePoints = (text: string) => [...text].length;
/** Cheap upper bound first: a UTF-16 unit is at most 3 bytes, so short strings are never encoded. */
const fitsBytes = (text: string, max: number) => text.length * 3 <= max || utf8.encode(text).length <= max;

const empty = "must not be empty";

/** A line or more of plain metadata, at most `max` characters (code points, as JSON Schema counts them). */
function boundedText(max: number) {
  return z
    .string()
    .refine(isPlainNote, "must not contain control characters other than line breaks and tabs")
    .refine((text) => text.length <= max || codePoints(text) <= max, `must have at most ${max} characters`)
    .meta({ maxLength: max });
}

/**
 * The name of something that is there already, whatever was accepted when it got it: trimmed, 1–200 characters, one line,
 * without control or direction-changing characters.
 */
export const knownName = () =>
  z
    .string()
    .trim()
    .min(1, empty)
    .refine(isPlainLine, "must not contain line breaks, tabs or other control characters")
    .refine(
      (text) => text.length <= nameLengthMax || codePoints(text) <= nameLengthMax,
      `must have at most ${nameLengthMax} characters`,
    )
    .meta({ maxLength: nameLengthMax });

/** A display name: the same, of which something can be seen. What is empty altogether is told once. */
export const name = () => knownName().refine((text) => text === "" || isVisible(text), empty);

/** Notes and descriptions: up to 4,000 characters. */
export const note = () => boundedText(noteLengthMax);

/** A secret: any string that UTF-8 can hold, kept byte for byte; not empty. Length in UTF-8 bytes. */
export const secretText = (bytesMax: number) =>
  z
    .string()
    .min(1, empty)
    .refine((text) => fitsBytes(text, bytesMax), `must be at most ${bytesMax / 1024} KiB (UTF-8)`)
    .meta({ maxLength: bytesMax });

/** An env file's whole text; may be empty. Length in UTF-8 bytes. */
export const fileText = () =>
  z
    .string()
    .refine((text) => fitsBytes(text, envFileBytesMax), "must be at most 1 MiB (UTF-8)")
    .meta({ maxLength: envFileBytesMax });

export const envVarNamePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const envVarName = () =>
  z
    .string()
    .max(nameLengthMax, `must have at most ${nameLengthMax} characters`)
    .regex(envVarNamePattern, "must be a valid variable name: letters, digits and _, not starting with a digit")
    .meta({ example: "STRIPE_SECRET_KEY" });

const ofId = { example: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90" };
export const id = () => z.uuid().meta(ofId);
/** The id of something in a request: its letters may be in either case (RFC 9562), and the vault writes small ones. */
export const idOfEitherCase = () => z.uuid().toLowerCase().meta(ofId);
export const timestamp = () => z.string().meta({ format: "date-time", example: "2026-03-01T09:30:00.000Z" });
/** A day or an instant, in ISO 8601. */
export const dateOrInstant = () =>
  z
    .string()
    .max(40, "must have at most 40 characters")
    .refine(
      (text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success,
      "must be an ISO 8601 date (2027-01-31, its first instant in UTC) or date-time with a zone (2027-01-31T09:00:00Z)",
    )
    .meta({ example: "2027-01-31" });
/** A zone offset can move an instant into a year that not every database supports. */
export const isKeptExactly = (instant: Date): boolean =>
  instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999;
export const count = () => z.int().min(0);
/** Incremented by every change; in double quotes it is the ETag. */
export const version = () =>
  z
    .int()
    .min(1)
    .meta({ description: "Counts changes, starting at 1. In double quotes it is the ETag and the value of If-Match" });

export const keyTypes = ["simple", "group", "ssh", "json"] as const;
export const KeyType = z.enum(keyTypes).meta({
  id: "KeyType",
  description:
    "simple: one environment variable · group: several named fields · ssh: a private key · json: a JSON document",
});
export type KeyType = z.infer<typeof KeyType>;

export const environments = ["development", "staging", "production"] as const;
export const Environment = z.enum(environments).meta({ id: "Environment" });
export type Environment = z.infer<typeof Environment>;

export const Scope = z.enum(scopes).meta({ id: "Scope" });

/** The query of whatever changes a name that references contain. */
export const RewriteReferences = z.strictObject({
  rewriteReferences: z.enum(["true", "false"]).optional().meta({
    description:
      "`true`: env files that refer to it get its new name as well, those in the trash too; needs `envs:write`. Refused if a reference would lead to two entries afterwards",
  }),
});

/**
 * Fields that a client may send back unchanged: accepted and ignored, so that read-modify-write works. Any other
 * unknown field is refused by name.
 */
export const serverManaged = {
  id: z.unknown().optional(),
  userId: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
};

/** The same for versioned resources. The version a write is meant for goes into If-Match. */
export const serverManagedWithVersion = { ...serverManaged, version: z.unknown().optional() };
