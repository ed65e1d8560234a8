import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { RelativeTime } from "@/components/ui/relative-time";
import { byActor } from "@/lib/client/words/actor-text";
import { seenValues } from "@/lib/client/entries/entry-value";
import { listActivity } from "@/lib/client/http/resources/activity-api";
import { readQuery } from "@/lib/client/http/queries/query-client";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { useSession } from "@/lib/client/session/use-session";

/** Who saw an entry's value last. Nothing if it can't be read: the rest of the sheet does not need it. */
export function LastSeen({ entryId }: { entryId: string }) {
  const { data: session } = useSession();
  const { data, isError, refetch } = useQuery({
    ...readQuery([...historyKeys.activity, "last-seen", entryId], listActivity, {
      query: { objectId: entryId, action: "entry.reveal", limit: 1 },
    }),
    staleTime: 0,
  });
  useEffect(() => {
    const again = () => void refetch();
    seenValues.addEventListener(entryId, again);
    return () => seenValues.removeEventListener(entryId, again);
  }, [entryId, refetch]);
  if (isError) return "not known";
  if (!data) return "…";
  const [last] = data;
  if (!last) return "never";
  return (
    <>
      <RelativeTime timestamp={last.at} /> by {byActor(last.actor, session?.id)}
    </>
  );
}
