"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { EntryResultsProps } from "./entry-results";
import type { EntrySight } from "../entry-sight";
import { EntryToolbar } from "./entry-toolbar";

const waiting = (
  <>
    <div className="h-control-small" />
    <Card>
      <SkeletonRows rows={8} rowHeight="h-14" label="Loading entries" />
    </Card>
  </>
);
const EntryResults = onDemand(() => import("./entry-results"), waiting);

export type EntryListProps = Omit<EntryResultsProps, "entries" | "onChange"> & {
  onChange: (change: Partial<EntrySight>) => void;
  /** Instead of the list when there is no entry at all. */
  empty?: ReactNode;
};

export function EntryList({ empty, ...results }: EntryListProps) {
  const entries = useQuery(entriesQuery);
  const data = useDeferred(entries.data);
  useEffect(() => onceLoaded(EntryResults.preload), []);
  const { sight, category, onChange } = results;

  if (!data && entries.isError)
    return (
      <Card>
        <ErrorState error={entries.error} onRetry={entries.refetch} />
      </Card>
    );
  if (data?.length === 0 && empty) return <Card>{empty}</Card>;
  return (
    <div className="space-y-3">
      <EntryToolbar sight={sight} entries={data} inCategory={category !== undefined} onChange={onChange} />
      {data ? <EntryResults entries={data} {...results} /> : waiting}
    </div>
  );
}
