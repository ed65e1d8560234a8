import { useQuery } from "@tanstack/react-query";
import { FileCode2, FolderKey, Plus, ShieldCheck, Sparkles, UserRound, Users } from "lucide-react";
import { useMemo } from "react";
import { hasWords, searchWords } from "@/lib/client/words/search-words";
import { revealTwoFactorCode } from "@/lib/client/http/api";
import { entriesQuery, envProjectsQuery, teamsQuery } from "@/lib/client/http/queries/queries";
import { categoriesInOrder, twoFactorTokensInOrder } from "@/lib/client/http/queries/queries-in-order";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { ownVault } from "@/lib/client/vaults/active-vault";
import { inNameOrder } from "@/lib/client/words/name-order";
import { actions } from "../actions";
import { useNavigation } from "../navigation";
import { pageWords } from "./page-words";
import {
  apiReference,
  entryItemsOf,
  newTeam,
  ownSettings,
  pageItem,
  projectItems,
  searchElsewhere,
  type PaletteGroup,
  type PaletteItem,
} from "./palette-items";

/** More would hide what the user looks for, and cost a frame to render. Before anything is typed, all pages have room. */
const shownPerGroup = 6;
const shownAtFirst = 12;

/** Every word has to occur; what starts with the text comes first, and names are in their order. */
function matching(items: readonly PaletteItem[], search: string): PaletteItem[] {
  const words = searchWords(search);
  if (words.length === 0) return items.slice(0, shownAtFirst);
  const [first, rest]: [PaletteItem[], PaletteItem[]] = [[], []];
  for (const item of items) {
    const text = item.text ?? `${item.label}\n${item.detail ?? ""}`.toLowerCase();
    if (hasWords(text, words)) (`\n${text}`.includes(`\n${words[0]}`) ? first : rest).push(item);
  }
  return [...first, ...rest].slice(0, shownPerGroup);
}

/** Pages and actions at once; the vault's contents as their lists arrive. `failed` if some could not be read. */
export function usePaletteResults(search: string): { groups: PaletteGroup[]; pending: boolean; failed: boolean } {
  const categories = useQuery(categoriesInOrder);
  const entries = useQuery(entriesQuery);
  const activeVault = useActiveVault();
  const { may } = useRights();
  const reveals = may("entries:reveal");
  const navigation = useNavigation();
  const withTokens = may("2fa:read");
  const tokens = useQuery({ ...twoFactorTokensInOrder, enabled: withTokens });
  const projects = useQuery(envProjectsQuery);
  const { data: teams = [] } = useQuery(teamsQuery);
  const entryItems = useMemo(() => entryItemsOf(entries.data ?? [], reveals), [entries.data, reveals]);
  const projectsInOrder = useMemo(() => inNameOrder(projects.data?.data ?? [], ({ name }) => name), [projects.data]);
  const lists = [categories, entries, ...(withTokens ? [tokens] : []), projects];

  const vault: PaletteGroup[] = [
    {
      heading: "Categories",
      items: (categories.data ?? []).map(({ id, name, envVarName }) => ({
        id,
        label: name,
        // Many imported ones are named after their variable.
        ...(envVarName && envVarName !== name && { detail: envVarName }),
        href: `/vault?category=${id}`,
        icon: FolderKey,
      })),
    },
    { heading: "Projects", items: projectItems(entries.data ?? []) },
    {
      heading: "Entries",
      items: entryItems,
    },
    {
      heading: "Two-factor tokens",
      items: (tokens.data ?? []).map(({ id, service, accountName }) => ({
        id,
        label: service,
        detail: accountName,
        href: `/2fa?token=${id}`,
        icon: ShieldCheck,
        ...(may("2fa:reveal") && {
          secret: async () => (await revealTwoFactorCode({ params: { id } })).code,
        }),
      })),
    },
    {
      heading: "Env projects",
      items: projectsInOrder.map(({ id, name, fileCount }) => ({
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
      items: [
        ...navigation.map((page) => pageItem(page, pageWords[activeVault === null ? "account" : "team"])),
        ...(activeVault === null ? [] : [ownSettings]),
        apiReference,
      ],
    },
    {
      heading: "Vaults",
      items: [
        ...(activeVault === null
          ? []
          : [{ id: ownVault, label: ownVault, href: "/", activeVault: null, icon: UserRound }]),
        ...teams
          .filter(({ id }) => id !== activeVault)
          .map(({ id, name }) => ({ id, label: name, detail: "team", href: "/", activeVault: id, icon: Users })),
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
  const fills: PaletteItem[] = (may("envs:write") ? projectsInOrder : []).map(({ id, name }) => ({
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
  const [pending, failed] = [lists.some((list) => list.isPending), lists.some((list) => list.isError)];
  const isFoundHere = groups.slice(0, vault.length).some(({ items }) => items.length > 0);
  if (search.trim() && !isFoundHere && !pending && !failed)
    groups.push({
      heading: "Other vaults",
      items: searchElsewhere(search, activeVault, teams).slice(0, shownPerGroup),
    });
  if (search.trim())
    groups.push({
      heading: "Fill a .env file",
      items: sentence ? fills.slice(0, shownPerGroup) : matching(fills, search),
    });
  return { groups: groups.filter(({ items }) => items.length > 0), pending, failed };
}
