import type { ExportFormat } from "@/lib/contracts/transfer/export";

type Format = {
  format: ExportFormat;
  label: string;
  /** What a file of an environment, such as ".production", is called after its project. */
  file: (environment: string) => string;
};

const dotenv = (environment: string) => `.env${environment}`;

/** The readers that an env file is written for; complete by type, without the schema's weight. */
export const formats = {
  dotenv: { format: "dotenv", label: ".env for Node’s dotenv", file: dotenv },
  next: { format: "next", label: ".env for Next.js", file: dotenv },
  compose: { format: "compose", label: ".env for Docker Compose", file: dotenv },
  docker: { format: "docker", label: "docker --env-file", file: dotenv },
  shell: { format: "shell", label: "Shell (source)", file: (environment) => `${environment}.sh` },
  json: { format: "json", label: "JSON", file: (environment) => `${environment}.json` },
  github: { format: "github", label: "GitHub Actions", file: dotenv },
} as const satisfies Record<ExportFormat, Format>;

export type FormatName = keyof typeof formats;
