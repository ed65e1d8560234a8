import { z } from "zod";
import { contract } from "./contract";
import { Environment, id } from "./primitives";

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
    template: z.string().meta({ description: ".env text with names and empty values" }),
    provider: z.string().meta({ description: "local, or the model's name" }),
  })
  .meta({
    id: "Extraction",
    example: {
      matches: [
        {
          entryId: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804", categoryId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90", category: "Stripe", entry: "billing",
          environment: "production", envVarNames: ["STRIPE_SECRET_KEY"], reason: "“stripe” names its category or variable",
        },
      ],
      missing: ["algolia"],
      template: "# Stripe — billing (production)\nSTRIPE_SECRET_KEY=\n",
      provider: "local",
    },
  });
export type Extraction = z.infer<typeof Extraction>;

export const ExtractPrompt = z
  .strictObject({
    prompt: z.string().trim().min(1, "must not be empty").max(2_000, "must have at most 2000 characters"),
    environment: Environment.nullish(),
  })
  .meta({ id: "ExtractPrompt", example: { prompt: "OpenAI, Stripe and the database for the billing service", environment: "production" } });
export type ExtractPrompt = z.infer<typeof ExtractPrompt>;

export const extractNames = contract({
  id: "extractNames", method: "POST", path: "/ai/extract", tag: "AI extraction", summary: "Plan an .env from a sentence, names only",
  description: "Finds the entries a sentence asks for by their names. No value is read, sent or returned. A prompt that seems to hold a secret is refused.",
  access: { scope: "ai:extract" }, body: ExtractPrompt, reply: { status: 200, json: z.object({ data: Extraction }) },
  errors: ["AI_EXTRACTION_FAILED"],
});
