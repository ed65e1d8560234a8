import type { Environment, KeyType } from "../contracts/primitives";

/** How the dashboard calls the API's values; complete by type, and without the schemas' weight. Their order is the order shown. */
export const environmentLabels: Record<Environment, string> = { development: "Development", staging: "Staging", production: "Production" };

export const keyTypeLabels: Record<KeyType, string> = { simple: "Simple", group: "Group", ssh: "SSH key", json: "JSON" };

/** Which entry is meant: a project alone names many. "Stripe for billing (production)". */
export const entryName = ({ name, category, environment }: { name: string; category: { name: string }; environment: Environment | null }): string =>
  `${category.name} for ${name}${environment ? ` (${environmentLabels[environment].toLowerCase()})` : ""}`;

/** What an entry of each type holds, as a noun. */
export const keyTypeNouns: Record<KeyType, string> = { simple: "key", group: "fields", ssh: "SSH key", json: "JSON document" };

export const environments = Object.keys(environmentLabels) as Environment[];
export const keyTypes = Object.keys(keyTypeLabels) as KeyType[];
