import { daysUntil, inDays } from "@/lib/client/words/dates";
import { fileName } from "@/lib/client/words/file-names";
import { environmentLabels } from "@/lib/client/words/labels";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Scope } from "@/lib/contracts/access/scopes";
import type { TrashItem } from "@/lib/contracts/vault/trash";

type Kind = TrashItem["kind"];

const nouns: Record<Kind, string> = {
  category: "Category",
  entry: "Entry",
  "two-factor-token": "Two-factor token",
  "env-project": "Env project",
  "env-file": "Env file",
};

/** What one needs to restore a thing, or to delete it permanently. */
export const scopeOf: Record<Kind, Scope> = {
  category: "categories:write",
  entry: "entries:write",
  "two-factor-token": "2fa:write",
  "env-project": "envs:write",
  "env-file": "envs:write",
};

/** As people know it, inside a sentence: "Stripe for billing (production)", "the category Stripe". */
export function trashNameInside({ kind, name, within, environment }: TrashItem): string {
  if (kind === "category") return `the category ${name}`;
  if (kind === "env-project") return `the env project ${name}`;
  const own = kind === "env-file" ? fileName(name as EnvFileType) : name;
  if (kind === "two-factor-token") return within ? `${own} (${within})` : own;
  if (kind === "env-file") return within ? `${own} of ${within}` : own;
  const where = environment ? ` (${environmentLabels[environment].toLowerCase()})` : "";
  return `${within ? `${within} for ` : ""}${own}${where}`;
}

/** The same at the start of a sentence. */
export function trashName(item: TrashItem): string {
  const name = trashNameInside(item);
  return item.kind === "category" || item.kind === "env-project" ? `T${name.slice(1)}` : name;
}

/** The name that leads a row. As in the list of entries that is not the project's, which many share. */
export function rowName({ kind, name, within }: TrashItem): string {
  if (kind === "env-file") return fileName(name as EnvFileType);
  return kind === "entry" ? (within ?? name) : name;
}

/** What it is, and where it was: "Entry of billing, production", "Env file of billing". */
export function aboutItem({ kind, name, within, environment, contents }: TrashItem): string {
  const where = within === null ? "" : ` of ${kind === "entry" ? name : within}`;
  return `${nouns[kind]}${where}${environment ? `, ${environment}` : ""}${withContents(kind, contents)}`;
}

/** ", with 2 entries"; nothing where nothing went with it. */
export function withContents(kind: Kind, contents: number): string {
  if (contents === 0) return "";
  const one = kind === "category" ? "entry" : "file";
  const many = kind === "category" ? "entries" : "files";
  return `, with ${contents === 1 ? `1 ${one}` : `${contents} ${many}`}`;
}

/** "Will be deleted permanently in 3 days". Calendar days, as people count them. */
export function goesText(deletesAt: string): string {
  const days = daysUntil(deletesAt);
  return days <= 0 ? "Will be deleted permanently today" : `Will be deleted permanently ${inDays(days)}`;
}
