"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { listActivity } from "@/lib/client/http/resources/activity-api";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { readQuery } from "@/lib/client/http/queries/query-client";
import { useSession } from "@/lib/client/session/use-session";
import { firstPage } from "./filters/activity-filter";
import { actionText, placeText, whoText } from "./activity-words";

/** What was done with one thing, the newest first. */
export default function ThingActivity({ objectId }: { objectId: string }) {
  const { data: session } = useSession();
  const { data, error, refetch } = useQuery({
    ...readQuery([...historyKeys.activity, "thing", objectId], listActivity, {
      query: { objectId, limit: firstPage },
    }),
    // Looking at its value is recorded too.
    staleTime: 0,
  });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows rows={4} rowHeight="h-14" label="Loading the activity" />
    );
  if (data.length === 0)
    return <p className="text-sm text-muted">Nothing was recorded, or the vault no longer keeps records that old.</p>;
  return (
    <div className="space-y-3">
      <ol aria-label="Activity of this entry" className="divide-y divide-line rounded-md border border-line">
        {data.map((record) => (
          <li key={record.id} className="px-3 py-2">
            <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
              {actionText(record)} {record.outcome === "refused" && <Badge tone="danger">Refused</Badge>}
            </p>
            <p className="text-xs break-words text-muted">
              <RelativeTime timestamp={record.at} /> · {whoText(record, session?.id)}
            </p>
            <p className="text-xs break-words text-muted">{placeText(record)}</p>
          </li>
        ))}
      </ol>
      <Link href={`/activity?objectId=${objectId}`} className={buttonStyle({ size: "small" })}>
        {data.length < firstPage ? "Open in Activity" : "See all in Activity"}
      </Link>
    </div>
  );
}
