"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { Charts } from "@/components/stats/charts";
import { FirstSteps } from "@/components/stats/first-steps";
import { Totals } from "@/components/stats/totals";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton } from "@/components/ui/states/skeleton";
import { accessKeysQuery, envProjectsQuery, statsQuery } from "@/lib/client/http/queries/queries";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useLoaded } from "@/lib/client/hooks/use-loaded";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import { RecentlyChanged } from "./recently-changed";

// As high as what they stand for.
const waiting = <Skeleton className="h-63.5 sm:h-50.5" />;
const waitingKeys = <Skeleton className="h-76.5" />;
const Attention = onDemand(() => import("./attention"), waiting);
const NextToExpire = onDemand(
  async () => ({ default: (await import("@/components/access-keys/next-to-expire")).NextToExpire }),
  waitingKeys,
);

/** The same frame in every state: nothing of it moves when it is known what to show. */
const OverviewPage = ({ children }: { children: ReactNode }) => (
  <Page title="Overview" description="What needs attention, and what this vault holds.">
    {children}
  </Page>
);

/** The overview combines the features. */
export function Overview() {
  const stats = useQuery(statsQuery);
  const counted = useDeferred(stats.data);
  const projects = useQuery(envProjectsQuery);
  const accessKeys = useQuery(accessKeysQuery);
  const { may } = useRights();
  const loaded = useLoaded();

  if (!stats.data && stats.isError) {
    const again = () =>
      Promise.all([
        stats.refetch(),
        projects.isError && projects.refetch(),
        accessKeys.isError && accessKeys.refetch(),
      ]);
    return (
      <OverviewPage>
        <Card>
          <ErrorState error={stats.error} onRetry={again} />
        </Card>
      </OverviewPage>
    );
  }
  const { totalEntries, totalCategories, total2fa } = counted ?? {};
  const projectCount = projects.data ? projects.data.data.length : projects.isError ? null : undefined;
  const accessKeyCount = accessKeys.data ? accessKeys.data.length : accessKeys.isError ? null : undefined;
  if ([totalEntries, totalCategories, total2fa, projectCount].every((count) => count === 0))
    return (
      <OverviewPage>
        <FirstSteps />
      </OverviewPage>
    );

  return (
    <OverviewPage>
      <div className="space-y-4">
        <Totals
          counts={{
            entries: totalEntries,
            categories: totalCategories,
            tokens: may("2fa:read") ? total2fa : "out-of-reach",
            projects: projectCount,
            accessKeys: accessKeyCount,
          }}
        />
        {loaded ? <Attention /> : waiting}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Charts stats={counted} />
          <RecentlyChanged />
          {loaded ? <NextToExpire /> : waitingKeys}
        </div>
      </div>
    </OverviewPage>
  );
}
