import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  accessKeysQuery,
  categoriesQuery,
  entriesQuery,
  envProjectsQuery,
  twoFactorTokensQuery,
} from "@/lib/client/http/queries/queries";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ObjectKind } from "@/lib/contracts/access/activity";
import type { ListedEntry } from "@/lib/contracts/vault/entries";

/** `entry`: of an entry, all that it can be found by. */
export type Thing = { id: string; kind: ObjectKind; name: string; entry?: ListedEntry };

/** Everything in this vault that records can be about, as far as its lists have arrived. */
export function useThings(): Thing[] {
  const withTokens = useRights().may("2fa:read");
  const { data: entries } = useQuery(entriesQuery);
  const { data: projects } = useQuery(envProjectsQuery);
  const { data: tokens } = useQuery({ ...twoFactorTokensQuery, enabled: withTokens });
  const { data: categories } = useQuery(categoriesQuery);
  const { data: keys } = useQuery(accessKeysQuery);
  return useMemo(
    () => [
      ...(entries ?? []).map((entry): Thing => ({
        id: entry.id,
        kind: "entry",
        name: [entry.category.name, entry.name, entry.environment].filter(Boolean).join(" · "),
        entry,
      })),
      ...(projects?.data ?? []).map(({ id, name }): Thing => ({ id, kind: "env-project", name })),
      ...(tokens ?? []).map(({ id, service, accountName }): Thing => ({
        id,
        kind: "two-factor-token",
        name: `${service} · ${accountName}`,
      })),
      ...(categories ?? []).map(({ id, name }): Thing => ({ id, kind: "category", name })),
      ...(keys ?? []).map(({ id, name, keyPrefix }): Thing => ({
        id,
        kind: "access-key",
        name: `${name} (${keyPrefix}…)`,
      })),
    ],
    [entries, projects, tokens, categories, keys],
  );
}

/** A thing's name; undefined if it is in no list, such as an env file, or one that was deleted. */
export function useThingName(id: string | undefined): string | undefined {
  const things = useThings();
  return useMemo(() => (id === undefined ? undefined : things.find((thing) => thing.id === id)?.name), [things, id]);
}
