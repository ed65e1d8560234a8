import type { Environment, KeyType } from "../../contracts/primitives";

/**
 * The dashboard's labels for API values; complete by type, without the schemas' size. Their order is the display order.
 */
export const environmentLabels: Record<Environment, string> = {
  development: "Development",
  staging: "Staging",
  production: "Production",
};

export const keyTypeLabels: Record<KeyType, string> = {
  simple: "Simple",
  group: "Group",
  ssh: "SSH key",
  json: "JSON",
};

export const environments = Object.keys(environmentLabels) as Environment[];
export const keyTypes = Object.keys(keyTypeLabels) as KeyType[];
