import type { Environment, KeyType } from "../contracts/primitives";

/** How the dashboard calls the API's values; complete by type, and without the schemas' weight. Their order is the order shown. */
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
