import { z } from "zod";
import { contract } from "../contract";
import { Environment, id } from "../primitives";

export const Extraction = z
  .object({
    matches: z.array(
      z.object({
        entryId: id(),
        categoryId: id(),
        category: z.string(),
        entry: z.string(),
        environment: Environment.nullable(),
        envVarNames: z.array(z.string()),
        reason: z.string(),
      }),
    ),
    missing: z.array(z.string()).meta({ description: "Asked for and not found" }),
    environments: z.array(Environment).meta({
      description: "The environments that were asked for: the request's, or those that its sentence names",
    }),
    template: z.string().meta({ description: ".env text with names and empty values" }),
    provider: z.string().meta({ description: "Who chose: local, or the model's name" }),
    note: z
      .string()
      .nullable()
      .meta({ description: "Why the local matcher answered although a model was asked; otherwise null" }),
    payloadSha256: z
      .string()
      .nullable()
      .meta({ description: "SHA-256 in hex of the exact bytes sent to the model; null if nothing was sent" }),
  })
  .meta({
    id: "Extraction",
    example: {
      matches: [
        {
          entryId: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
          categoryId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
          category: "Stripe",
          entry: "billing",
          environment: "production",
          envVarNames: ["STRIPE_SECRET_KEY"],
          reason: "Matches “stripe” and “billing”",
        },
      ],
      missing: ["algolia"],
      environments: ["production"],
      template: "# Stripe — billing (production)\nSTRIPE_SECRET_KEY=\n",
      provider: "local",
      note: null,
      payloadSha256: null,
    },
  });
export type Extraction = z.infer<typeof Extraction>;

const prompt = () => z.string().trim().min(1, "must not be empty").max(2_000, "must have at most 2000 characters");

export const PreviewPrompt = z.strictObject({ prompt: prompt(), environment: Environment.nullish() }).meta({
  id: "PreviewPrompt",
  example: { prompt: "OpenAI, Stripe and the database for the billing service", environment: "production" },
});
export type PreviewPrompt = z.infer<typeof PreviewPrompt>;

export const ExtractPrompt = z
  .strictObject({
    prompt: prompt(),
    environment: Environment.nullish(),
    provider: z.enum(["auto", "model", "local"]).optional().meta({
      description:
        "auto (the default): the model if one is set up; the local matcher if not, or if the model fails · model: only the model · local: nothing is sent anywhere",
    }),
    payloadSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex, as the preview gives it")
      .max(64)
      .optional()
      .meta({ description: "The hash from the preview: if the names have changed since, nothing is sent" }),
  })
  .meta({
    id: "ExtractPrompt",
    example: { prompt: "OpenAI, Stripe and the database for the billing service", environment: "production" },
  });
export type ExtractPrompt = z.infer<typeof ExtractPrompt>;

export const extractNames = contract({
  id: "extractNames",
  method: "POST",
  path: "/ai/extract",
  tag: "AI extraction",
  summary: "Plan a .env from a sentence, names only",
  description:
    "Finds the entries that a sentence asks for, by name; a model does it if the operator set one up. No value is read, sent or returned. A prompt that seems to hold a secret is refused.",
  access: { scope: "ai:extract" },
  body: ExtractPrompt,
  reply: { status: 200, json: z.object({ data: Extraction }) },
  errors: ["AI_EXTRACTION_FAILED"],
});

export const ExtractionPreview = z
  .object({
    provider: z.string().meta({ description: "local, or the model's name" }),
    host: z.string().nullable().meta({ description: "The model server's host" }),
    payload: z
      .string()
      .nullable()
      .meta({ description: "The exact bytes that would be sent, UTF-8; null if the local matcher would answer" }),
    payloadSha256: z.string().nullable().meta({ description: "SHA-256 in hex of these bytes" }),
  })
  .meta({ id: "ExtractionPreview", example: { provider: "local", host: null, payload: null, payloadSha256: null } });
export type ExtractionPreview = z.infer<typeof ExtractionPreview>;

export const previewExtraction = contract({
  id: "previewExtraction",
  method: "POST",
  path: "/ai/extract/preview",
  tag: "AI extraction",
  summary: "Preview what a model would be sent",
  description: "The request to the model, byte for byte, and its hash. Nothing is sent.",
  access: { scope: "ai:extract" },
  body: PreviewPrompt,
  reply: { status: 200, json: z.object({ data: ExtractionPreview }) },
});
