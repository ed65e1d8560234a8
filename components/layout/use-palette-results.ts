import { useQuery } from "@tanstack/react-query";
import {
  BookOpen,
  Folder,
  FileCode2,
  FolderKey,
  KeyRound,
  Plus,
  ShieldCheck,
  Sparkles,
  UserRound,
  Users,
  type LucideIcon,
} from "lucide-react";
import {
  categoriesQuery,
  entriesQuery,
  envProjectsQuery,
  teamsQuery,
  twoFactorTokensQuery,
} from "@/lib/client/http/queries";
import { usePlace } from "@/lib/client/hooks/use-place";
import { useRights } from "@/lib/client/hooks/use-rights";
import { ownVault, type Place } from "@/lib/client/place";
import type { ListedEntry } from "@/lib/contracts/entries";
import { actions } from "./actions";
import { useNavigation } from "./navigation";
import { projectPath } from "@/lib/client/project-path";

/** Opens a dialog, and no page. */
export const newTeam = "new-team";

export type PaletteItem = {
  id: string;
  label: string;
  detail?: string;
  href: string;
  /** Where its page is, if not here. */
  place?: Place;
  icon: LucideIcon;
  sentence?: string;
};
export type PaletteGroup = { heading: string; items: PaletteItem[] };

/** More would hide what the user looks for, and cost a frame to render. Before anything is typed, all pages have room. */
const shownPerGroup = 6;
const shownAtFirst = 12;

/** Not among the dashboard's pages: it is there without a session too. */
const apiReference: PaletteItem = {
  id: "/docs",
  label: "API reference",
  detail: "docs, OpenAPI",
  href: "/docs",
  icon: BookOpen,
};

/** Every word has to occur; names that start with the text come first. */
function matching(items: PaletteItem[], search: string): PaletteItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked: [rank: number, item: PaletteItem][] = [];
  for (const item of items) {
    const label = item.label.toLowerCase();
    const text = `${label} ${item.detail?.toLowerCase() ?? ""}`;
    if (words.every((word) => text.includes(word))) ranked.push([label.startsWith(words[0] ?? "") ? 0 : 1, item]);
  }
  return ranked
    .sort(([a], [b]) => a - b)
    .slice(0, words.length > 0 ? shownPerGroup : shownAtFirst)
    .map(([, item]) => item);
}

/** The projects that entries name; those of env projects alone are among these. */
function projectItems(entries: readonly ListedEntry[]): PaletteItem[] {
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

/** Pages and actions at once; the vault's contents as their lists arrive. `failed` if some could not be read. */
export function usePaletteResults(search: string): { groups: PaletteGroup[]; pending: boolean; failed: boolean } {
  const categories = useQuery(categoriesQuery);
  const entries = useQuery(entriesQuery);
  const place = usePlace();
  const { may } = useRights();
  const navigation = useNavigation();
  const withTokens = may("2fa:read");
  const tokens = useQuery({ ...twoFactorTokensQuery, enabled: withTokens });
  const projects = useQuery(envProjectsQuery);
  const { data: teams = [] } = useQuery(teamsQuery);
  const lists = [categories, entries, ...(withTokens ? [tokens] : []), projects];

  const vault: PaletteGroup[] = [
    {
      heading: "Categories",
      items: (categories.data ?? []).map(({ id, name, envVarName }) => ({
        id,
        label: name,
        ...(envVarName && { detail: envVarName }),
        href: `/vault?category=${id}`,
        icon: FolderKey,
      })),
    },
    { heading: "Projects", items: projectItems(entries.data ?? []) },
    {
      heading: "Entries",
      items: (entries.data ?? []).map(({ id, name, category, environment }) => ({
        id,
        label: name,
        detail: [category.name, environment].filter(Boolean).join(" · "),
        href: `/vault?entry=${id}`,
        icon: KeyRound,
      })),
    },
    {
      heading: "Two-factor tokens",
      items: (tokens.data ?? []).map(({ id, service, accountName }) => ({
        id,
        label: service,
        detail: accountName,
        href: `/2fa?token=${id}`,
        icon: ShieldCheck,
      })),
    },
    {
      heading: "Env projects",
      items: (projects.data?.data ?? []).map(({ id, name, fileCount }) => ({
        id,
        label: name,
        detail: fileCount === 1 ? "1 file" : `${fileCount} files`,
        href: `/envs/${id}`,
        icon: FileCode2,
      })),
    },
  ];
  const fixed: PaletteGroup[] = [
    {
      heading: "Pages",
      items: [...navigation.map(({ href, label, icon }) => ({ id: href, label, href, icon })), apiReference],
    },
    {
      heading: "Vaults",
      items: [
        ...(place === null ? [] : [{ id: ownVault, label: ownVault, href: "/", place: null, icon: UserRound }]),
        ...teams
          .filter(({ id }) => id !== place)
          .map(({ id, name }) => ({ id, label: name, detail: "team", href: "/", place: id, icon: Users })),
        { id: newTeam, label: "New team…", href: newTeam, icon: Plus },
      ],
    },
    {
      heading: "Actions",
      items: actions
        .filter(({ needs }) => !needs || may(needs))
        .map(({ href, label }) => ({ id: href, label, href, icon: Plus })),
    },
  ];

  // Two words or more may be a sentence, which can fill any project.
  const sentence = /\S\s+\S/.test(search) ? search.trim() : "";
  const fills: PaletteItem[] = (may("envs:write") ? (projects.data?.data ?? []) : []).map(({ id, name }) => ({
    id,
    label: `Fill ${name} from ${sentence ? "this" : "a"} sentence…`,
    href: `/envs/${id}?fill=sentence`,
    icon: Sparkles,
    ...(sentence && { sentence }),
  }));

  const groups = (search.trim() ? [...vault, ...fixed] : fixed).map(({ heading, items }) => ({
    heading,
    items: matching(items, search),
  }));
  if (search.trim())
    groups.push({ heading: "Fill an .env", items: sentence ? fills.slice(0, shownPerGroup) : matching(fills, search) });
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    pending: lists.some((list) => list.isPending),
    failed: lists.some((list) => list.isError),
  };
}
