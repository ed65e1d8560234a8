"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCode2, ShieldCheck } from "lucide-react";
import { memo, type ReactNode } from "react";
import { EnvironmentBadge } from "@/components/entries/environment-badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { entryTitle } from "@/lib/client/words/entry-title";
import { entriesQuery, envProjectsQuery, twoFactorTokensQuery } from "@/lib/client/http/queries/queries";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { Environment } from "@/lib/contracts/primitives";

const shownMax = 6;

type Change = {
  id: string;
  href: string;
  name: string;
  about: string;
  updatedAt: string;
  environment: Environment | null;
  icon: ReactNode;
};

const mark = "size-5 shrink-0 text-muted";

/** Entries, tokens and projects, most recent first. Memoised, since the overview rerenders with each count. */
export const RecentlyChanged = memo(function RecentlyChanged() {
  const entries = useQuery(entriesQuery);
  const withTokens = useRights().may("2fa:read");
  const tokens = useQuery({ ...twoFactorTokensQuery, enabled: withTokens });
  const projects = useQuery(envProjectsQuery);
  const lists = [entries, ...(withTokens ? [tokens] : []), projects];
  const failed = lists.find(({ data, isError }) => !data && isError);

  const changes: Change[] = [
    ...(entries.data ?? []).map(({ id, name, category, environment, updatedAt }) => ({
      id,
      href: `/vault?entry=${id}`,
      name: entryTitle({ category }),
      about: entryTitle({ category }) === category.name ? name : `${name} · ${category.name}`,
      updatedAt,
      environment,
      icon: <BrandIcon slug={category.icon} name={category.name} />,
    })),
    ...(tokens.data ?? []).map(({ id, service, accountName, updatedAt }) => ({
      id,
      href: `/2fa?token=${id}`,
      name: service,
      about: `Two-factor token · ${accountName}`,
      updatedAt,
      environment: null,
      icon: <ShieldCheck aria-hidden className={mark} />,
    })),
    ...(projects.data?.data ?? []).map(({ id, name, fileCount, updatedAt }) => ({
      id,
      href: `/envs/${id}`,
      name,
      about: `Env project · ${fileCount === 1 ? "1 file" : `${fileCount} files`}`,
      updatedAt,
      environment: null,
      icon: <FileCode2 aria-hidden className={mark} />,
    })),
  ];
  const latest = useDeferred(
    lists.some(({ isPending }) => isPending)
      ? undefined
      : changes.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, shownMax),
  );

  return (
    <Card>
      <CardHeader title="Recently changed" />
      {failed ? (
        <ErrorState
          error={failed.error}
          onRetry={() => Promise.all(lists.map((list) => !list.data && list.refetch()))}
        />
      ) : !latest ? (
        <SkeletonRows rows={shownMax} rowHeight="h-13" label="Loading what changed" />
      ) : latest.length === 0 ? (
        <EmptyState title="Nothing has changed yet">
          Entries, two-factor tokens and env projects appear here.
        </EmptyState>
      ) : (
        <ul aria-label="Recently changed" className="divide-y divide-line">
          {latest.map(({ id, href, name, about, updatedAt, environment, icon }) => (
            <li key={id}>
              <Link
                href={href}
                className="flex h-13 items-center gap-3 px-4 transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-2"
              >
                {icon}
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2">
                    <span className="truncate text-sm font-medium">{name}</span>
                    <EnvironmentBadge environment={environment} />
                  </span>
                  <span className="block truncate text-xs text-muted">{about}</span>
                </span>
                <RelativeTime timestamp={updatedAt} className="shrink-0 text-xs text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
});
