import { useQuery } from "@tanstack/react-query";
import { listEntries } from "@/lib/client/http/api";
import { entriesQuery } from "@/lib/client/http/queries";
import type { Place } from "@/lib/client/place";
import { someTwins, twinsThere } from "@/lib/client/twins-there";

/** Which entries the vault that they would move to has already: the two could not be told apart. */
export function TwinsNote({ ids, place, vault }: { ids: readonly string[]; place: Place; vault: string }) {
  const { data: entries = [] } = useQuery(entriesQuery);
  const { data: there = [] } = useQuery({
    queryKey: ["move-target", place],
    queryFn: ({ signal }) => listEntries({}, { signal, place }),
    gcTime: 0,
  });
  const twins = twinsThere(
    entries.filter(({ id }) => ids.includes(id)),
    there,
  );
  if (twins.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2 break-words text-warning-ink">
      {vault} has {someTwins(twins)} already. Exports would then set {twins.length === 1 ? "it" : "them"} twice, and env
      files that link to {twins.length === 1 ? "it" : "them"} could not be resolved. Rename or delete one of each pair.
    </p>
  );
}
