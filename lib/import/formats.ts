/** The format of a text. `auto` detects it. */
export const importFormats = [
  "auto",
  "everything",
  "env",
  "json",
  "csv",
  "bitwarden",
  "1password",
  "infisical",
  "doppler",
  "kubernetes",
  "vault-kv",
  "aws",
  "otpauth",
  "aegis",
  "2fas",
  "ente",
] as const;
export type ImportFormat = (typeof importFormats)[number];
