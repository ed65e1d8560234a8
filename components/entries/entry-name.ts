import { entryTitle, type Titled } from "@/lib/client/words/entry-title";
import { environmentLabels } from "@/lib/client/words/labels";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { Environment, KeyType } from "@/lib/contracts/primitives";

/**
 * An unambiguous name, since a project has many entries: "STRIPE_SECRET_KEY for billing (production)". It begins as the rows
 * of lists do.
 */
export const entryName = (entry: Titled & Pick<ListedEntry, "name" | "environment">): string =>
  named(entryTitle(entry), entry);

/** Where entries of several categories set one variable: "Stripe for billing (production)". */
export const entryNameInCategory = (entry: ListedEntry): string => named(entry.category.name, entry);

const named = (title: string, { name, environment }: Pick<ListedEntry, "name" | "environment">): string =>
  `${title} for ${name}${environment ? ` (${environmentLabels[environment].toLowerCase()})` : ""}`;

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
