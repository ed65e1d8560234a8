import type { ImportEntry } from "@/lib/contracts/transfer/import";

/** A variable of an .env file for billing in staging, as an import sends it. */
export const importedVariable = (name: string, value: string, fields: Partial<ImportEntry> = {}): ImportEntry => ({
  category: name,
  keyType: "simple",
  envVarName: name,
  name: "billing",
  environment: "staging",
  value,
  ...fields,
});
