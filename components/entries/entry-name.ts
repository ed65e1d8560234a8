import { environmentLabels } from "@/lib/client/labels";
import type { Environment, KeyType } from "@/lib/contracts/primitives";

/** An unambiguous name, since a project has many entries: "Stripe for billing (production)". */
export const entryName = ({
  name,
  category,
  environment,
}: {
  name: string;
  category: { name: string };
  environment: Environment | null;
}): string => `${category.name} for ${name}${environment ? ` (${environmentLabels[environment].toLowerCase()})` : ""}`;

/** An environment in the middle of a sentence or between brackets. */
export const environmentWord = (environment: Environment | "none"): string =>
  environment === "none" ? "no environment" : environmentLabels[environment].toLowerCase();

/** What an entry of each type holds, as a noun. */
export const keyTypeNouns: Record<KeyType, string> = {
  simple: "key",
  group: "fields",
  ssh: "SSH key",
  json: "JSON document",
};
