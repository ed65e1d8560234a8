"use client";

import { History, Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorNote } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { VirtualRows } from "@/components/ui/virtual-rows";
import { useWide } from "@/lib/client/hooks/use-wide";
import { useSession } from "@/lib/client/session/use-session";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { isFiltering, noFilter, type ActivityFilter, type ChangeFilter } from "./filters/activity-filter";
import { DayHeading, RecordRow } from "./record-row";
import { rowsOfPages, type ActivityRow } from "./day-rows";
import { usePages } from "./use-pages";

const RecordDialog = onDemand(() => import("./record-dialog"));

/** A record has two lines of text, three on a phone; a day has one. */
const heightsOf = (record: number) => (row: ActivityRow) => (row.record ? record : 36);
const heights = { wide: heightsOf(56), narrow: heightsOf(80) };

/** How far before the end of the list its next records are requested. */
const ahead = "3000px";

/** `first`: the newest records. The others are asked for as one gets near them. */
export default function ActivityList({
  first,
  filter,
  onChange,
}: {
  first: readonly ActivityRecord[];
  filter: ActivityFilter;
  onChange: ChangeFilter;
}) {
  const { pages, more, pending, error, next } = usePages(first, filter);
  const rows = useMemo(() => rowsOfPages(pages), [pages]);
  const { data: session } = useSession();
  const wide = useWide();
  const [opened, setOpened] = useState<ActivityRecord>();
  const end = useRef<HTMLDivElement>(null);
  const failed = error !== undefined;

  useEffect(() => {
    const element = end.current;
    if (!element || !more || failed) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        next();
      },
      { rootMargin: `0px 0px ${ahead} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
    // Again for each page, by `next`: its end may already be in sight.
  }, [more, failed, next]);

  if (rows.length === 0)
    return (
      <Card>
        {isFiltering(filter) ? (
          <EmptyState
            icon={<Search />}
            title="Nothing matches"
            actions={<Button onClick={() => onChange(noFilter)}>Clear filters</Button>}
          >
            No record matches, or the vault no longer keeps records that old.
          </EmptyState>
        ) : (
          <EmptyState icon={<History />} title="Nothing was recorded yet">
            Sign-ins, changes and every look at a value appear here.
          </EmptyState>
        )}
      </Card>
    );
  return (
    <>
      <Card className="overflow-clip">
        <VirtualRows items={rows} itemKey={rowKey} rowHeight={wide ? heights.wide : heights.narrow} label="Activity">
          {(row) =>
            row.record ? (
              <RecordRow record={row.record} self={session?.id} onOpen={setOpened} />
            ) : (
              <DayHeading at={row.day} />
            )
          }
        </VirtualRows>
      </Card>
      <div ref={end}>
        {pending ? (
          <p role="status" className="py-3 text-center text-sm text-muted">
            Loading more…
          </p>
        ) : failed ? (
          <div className="flex flex-wrap items-center gap-2">
            <ErrorNote error={error} className="flex-1" />
            <Button onClick={next}>Try again</Button>
          </div>
        ) : (
          !more && <p className="py-3 text-center text-sm text-muted">This is where the record begins.</p>
        )}
      </div>
      {opened && (
        <RecordDialog record={opened} self={session?.id} onFilter={onChange} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const rowKey = ({ id }: { id: string }) => id;
