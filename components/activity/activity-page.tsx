"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton, SkeletonRows } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { listActivity } from "@/lib/client/http/resources/activity-api";
import { readQuery } from "@/lib/client/http/queries/query-client";
import { useLoaded } from "@/lib/client/hooks/use-loaded";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { firstPage, isFiltering, queryOf } from "./filters/activity-filter";
import { useActivityFilter } from "./filters/use-activity-filter";

// What they need is no first-load code: the list comes beside its first records, the filters after the page's load.
const waiting = <SkeletonRows rows={10} rowHeight="h-20 sm:h-14" label="Loading the activity" />;
const ActivityList = onDemand(() => import("./activity-list"), <Card>{waiting}</Card>);
const waitingFilters = (
  <div className="grid grid-cols-2 gap-2 lg:grid-cols-5">
    {[0, 1, 2, 3, 4].map((at) => (
      <Skeleton key={at} className="h-control" />
    ))}
  </div>
);
const ActivityFilters = onDemand(() => import("./filters/activity-filters"), waitingFilters);

/** Who did what in this vault, and when. */
export function ActivityPage() {
  const [filter, change] = useActivityFilter();
  const [downloading, setDownloading] = useState(false);
  const loaded = useLoaded();
  useEffect(() => onceLoaded(ActivityList.preload), []);
  const newest = useQuery({
    ...readQuery([...historyKeys.activity, "list", filter], listActivity, {
      query: { ...queryOf(filter), limit: firstPage },
    }),
    // Only when asked to: the list would start over under the reader's eyes.
    staleTime: Infinity,
    gcTime: 0,
  });

  // The vault knows which actions there are: their list is no first-load code.
  const isUnheardOf = newest.error instanceof ApiError && newest.error.details?.[0]?.path === "action";
  const showAll = useEffectEvent(() => {
    toast.error("That action doesn’t exist, so all are shown");
    change({ action: undefined });
  });
  useEffect(() => {
    if (isUnheardOf) showAll();
  }, [isUnheardOf]);

  async function download() {
    setDownloading(true);
    try {
      const [{ exportActivity }, { downloadText }] = await Promise.all([
        import("@/lib/client/http/resources/activity-api"),
        import("@/lib/client/browser/download-text"),
      ]);
      downloadText("svc-activity.ndjson", await exportActivity(queryOf(filter)));
    } catch (error) {
      toast.error(`The activity was not exported. ${describeError(error).message}`);
    } finally {
      setDownloading(false);
    }
  }

  return (
    <Page
      title="Activity"
      description="Who signed in, saw a value or changed something, newest first. Values are never recorded."
      actions={
        <>
          <IconButton
            label="Check for new records"
            icon={<RotateCw />}
            pending={newest.isFetching}
            onClick={() => void newest.refetch()}
          />
          <Button icon={<Download />} pending={downloading} onClick={() => void download()}>
            {isFiltering(filter) ? "Export these" : "Export all"}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {loaded ? <ActivityFilters filter={filter} records={newest.data ?? []} onChange={change} /> : waitingFilters}
        {newest.data ? (
          // Another answer starts the list over.
          <ActivityList key={newest.dataUpdatedAt} first={newest.data} filter={filter} onChange={change} />
        ) : (
          <Card>
            {newest.isError && !isUnheardOf ? <ErrorState error={newest.error} onRetry={newest.refetch} /> : waiting}
          </Card>
        )}
      </div>
    </Page>
  );
}
