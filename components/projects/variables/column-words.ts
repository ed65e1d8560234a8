import { environmentLabels } from "@/lib/client/words/labels";
import type { Column } from "./variables";

export const columnLabels: Record<Column, string> = { ...environmentLabels, none: "No environment" };

/** In a sentence: "STRIPE_KEY for production". */
export const inColumn = (name: string, column: Column): string =>
  column === "none" ? `${name} without environment` : `${name} for ${columnLabels[column].toLowerCase()}`;
