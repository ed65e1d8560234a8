import { BookOpen, Folder, KeyRound, Search, Settings, type LucideIcon } from "lucide-react";
import { entrySearchText } from "@/lib/client/entries/entry-search";
import { fetchText } from "@/lib/client/entries/entry-value";
import { entryTitle } from "@/lib/client/words/entry-title";
import { ownVault, type ActiveVault } from "@/lib/client/vaults/active-vault";
import { inNameOrder } from "@/lib/client/words/name-order";
import { projectPath } from "@/lib/client/vaults/project-path";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { Team } from "@/lib/contracts/people/teams";
import { pageWords } from "./page-words";

/** Opens a dialog, and no page. */
export const newTeam = "new-team";

export type PaletteItem = {
  id: string;
  label: string;
  detail?: string;
  href: string;
  /** Where its page is, if not here. */
  activeVault?: ActiveVault;
  icon: LucideIcon;
  sentence?: string;
  /** What can be copied without being shown: a value, or a code. */
  secret?: () => Promise<string>;
  /** What is searched, in lower case: the label and the detail, unless there is more. */
  text?: string;
};
export type PaletteGroup = { heading: string; items: PaletteItem[] };

/** Not among the dashboard's pages: it is there without a session too. */
export const apiReference: PaletteItem = {
  id: "/docs",
  label: "API reference",
  detail: "docs, OpenAPI",
  href: "/docs",
  icon: BookOpen,
};

/** One's account has no page in a team. */
export const ownSettings: PaletteItem = {
  id: "own-settings",
  label: "Settings",
  detail: "of your account",
  text: `settings\n${pageWords.account}`,
  href: "/settings",
  activeVault: null,
  icon: Settings,
};

/** `words`: what the settings are found by, besides their name. */
export const pageItem = ({ href, label, icon }: Omit<PaletteItem, "id">, words: string): PaletteItem => ({
  id: href,
  label,
  href,
  icon,
  ...(href.endsWith("/settings") && { text: `${label.toLowerCase()}\n${words}` }),
});

/** The projects that entries name; those of env projects alone are among these. */
export function projectItems(entries: readonly ListedEntry[]): PaletteItem[] {
  const counts = new Map<string, number>();
  for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({
    id: `project ${name}`,
    label: name,
    detail: count === 1 ? "1 entry" : `${count} entries`,
    href: projectPath(name),
    icon: Folder,
  }));
}

/** What this vault does not have, another one may: its page searches on. */
export const searchElsewhere = (search: string, activeVault: ActiveVault, teams: readonly Team[]): PaletteItem[] =>
  [{ id: null, name: ownVault }, ...teams]
    .filter(({ id }) => id !== activeVault)
    .map(({ id, name }) => ({
      id: `search ${id}`,
      label: `Search ${id === null ? "my vault" : name} for “${search.trim()}”`,
      href: `/vault?${new URLSearchParams({ q: search.trim() })}`,
      activeVault: id,
      icon: Search,
    }));

/** Made once for a list, not for every key typed. */
export const entryItemsOf = (entries: readonly ListedEntry[], reveals: boolean): PaletteItem[] =>
  inNameOrder(entries, (entry) => `${entryTitle(entry)}\n${entry.name}`).map((entry) => ({
    id: entry.id,
    label: entryTitle(entry),
    detail: [entry.name, entry.environment].filter(Boolean).join(" · "),
    text: entrySearchText(entry),
    href: `/vault?entry=${entry.id}`,
    icon: KeyRound,
    ...(reveals && { secret: () => fetchText(entry.id) }),
  }));
