"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Search } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { onDemand } from "@/components/ui/on-demand";
import { SkeletonRows } from "@/components/ui/skeleton";
import { entriesQuery } from "@/lib/client/http/queries";
import { onceLoaded } from "@/lib/client/once-loaded";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import { isFiltering, matching, noFilter, searchable, sorted } from "./entry-filter";
import type { EntryAction } from "./entry-row";
import { EntryToolbar } from "./entry-toolbar";
import type { ListedEntry } from "@/lib/contracts/entries";

const waiting = <SkeletonRows rows={8} rowHeight="h-14" label="Loading entries" />;
const EntryRows = onDemand(() => import("./entry-rows"), waiting);

export type EntryListProps = {
  /** Only this category's entries. */
  category: { id: string; name: string } | undefined;
  onAction: (action: EntryAction, entry: ListedEntry) => void;
  /** For those who may add one. */
  onNew: (() => void) | undefined;
  /** Instead of the list when there is no entry at all. */
  empty?: ReactNode;
};

export function EntryList({ category, onAction, onNew, empty }: EntryListProps) {
  const entries = useQuery(entriesQuery);
  const data = useDeferred(entries.data);
  useEffect(() => onceLoaded(EntryRows.preload), []);
  const [filter, setFilter] = useState(noFilter);
  // The field updates at once, the list when there is time.
  const shownFilter = useDeferredValue(filter);
  const texts = useMemo(() => searchable(data ?? []), [data]);
  const ordered = useMemo(() => sorted(texts, shownFilter.sort), [texts, shownFilter.sort]);
  const shown = useMemo(() => matching(ordered, shownFilter, category?.id), [ordered, shownFilter, category?.id]);

  if (!data && entries.isError)
    return (
      <Card>
        <ErrorState error={entries.error} onRetry={entries.refetch} />
      </Card>
    );
  if (data?.length === 0 && empty) return <Card>{empty}</Card>;
  const toolbar = (
    <EntryToolbar
      filter={filter}
      types={!category}
      onChange={(change) => setFilter((last) => ({ ...last, ...change }))}
    />
  );
  if (!data)
    return (
      <div className="space-y-3">
        {toolbar}
        <Card>{waiting}</Card>
      </div>
    );
  return (
    <div className="space-y-3">
      {toolbar}
      <p role="status" className="sr-only">
        {shown.length === 1 ? "1 entry" : `${shown.length} entries`}
      </p>
      <Card className="overflow-clip">
        {shown.length > 0 ? (
          <EntryRows entries={shown} inCategory={category !== undefined} onAction={onAction} />
        ) : isFiltering(shownFilter) ? (
          <EmptyState
            icon={<Search />}
            title="Nothing matches"
            actions={
              <Button onClick={() => setFilter(({ sort }) => ({ ...noFilter, sort }))}>Clear search and filters</Button>
            }
          >
            {category
              ? `No entries in ${category.name} match your search or filters.`
              : "No entries match your search or filters."}
          </EmptyState>
        ) : (
          <EmptyState
            icon={<KeyRound />}
            title={category ? `No entries in ${category.name}` : "No entries"}
            actions={
              onNew && (
                <Button variant="primary" onClick={onNew}>
                  New entry
                </Button>
              )
            }
          >
            An entry holds the value that one project uses.
          </EmptyState>
        )}
      </Card>
    </div>
  );
}
