import { z } from "zod";
import { contract } from "../contract";
import { BoundEnvironment } from "../access/grants";
import { nameLengthMax } from "../primitives";

export const ExportFormat = z
  .enum(["dotenv", "next", "compose", "docker", "shell", "json", "github"])
  .meta({ id: "ExportFormat" });
export type ExportFormat = z.infer<typeof ExportFormat>;

export const exportIdsMax = 200;

/** Comma-separated ids. */
const Ids = z
  .string()
  .max(exportIdsMax * 37, `must name at most ${exportIdsMax} entries`)
  .regex(/^[0-9A-Fa-f-]{36}(?:,[0-9A-Fa-f-]{36})*$/, "must be entry ids, separated by commas")
  .toLowerCase();

export const exportEntries = contract({
  id: "exportEntries",
  method: "GET",
  path: "/export",
  tag: "Stats and export",
  summary: "Export all values as .env text",
  description:
    "Ordered by category name, then entry name; ssh and json entries are left out. An entry that can't be decrypted or written in the format becomes a comment that names it. X-Export-Skipped counts these; X-Export-Skipped-Names lists the first ones, percent-encoded and separated by commas. If more than one entry sets a name, the text has each of them, and X-Export-Repeated and X-Export-Repeated-Names say so. The formats json and github have no comments.",
  access: { scope: "export:read" },
  recentAuthentication: true,
  query: z.strictObject({
    format: ExportFormat.optional().meta({
      description:
        "The intended reader: Node's dotenv (the default), @next/env, Compose, docker --env-file, a shell, JSON.parse, or GitHub Actions ($GITHUB_ENV)",
    }),
    environment: BoundEnvironment.optional().meta({ description: "none: entries without one" }),
    ids: Ids.optional().meta({
      description: `At most ${exportIdsMax} entry ids, separated by commas: only these are exported. If one does not exist, the whole request is a 404`,
    }),
    project: z
      .string()
      .max(nameLengthMax, `must have at most ${nameLengthMax} characters`)
      .refine((text) => !text.includes("\0"), "must not contain NUL")
      .optional()
      .meta({ description: "Entry name" }),
  }),
  reply: {
    status: 200,
    text: "text/plain; charset=utf-8",
    headers: { "Content-Disposition": 'attachment; filename="svc-export.env"' },
  },
  errors: ["ENTRY_NOT_FOUND"],
  plaintext: true,
});
