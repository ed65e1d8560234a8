import { useQuery } from "@tanstack/react-query";
import { listEntries } from "@/lib/client/http/api";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import type { ActiveVault } from "@/lib/client/vaults/active-vault";
import { someTwins, twinsThere, whatTwinsMean } from "@/lib/client/entries/twins-there";

/** Which entries the vault that they would move to has already: the two could not be told apart. */
export function TwinsNote({
  ids,
  activeVault,
  vault,
}: {
  ids: readonly string[];
  activeVault: ActiveVault;
  vault: string;
}) {
  const { data: entries = [] } = useQuery(entriesQuery);
  const { data: there = [] } = useQuery({
    queryKey: ["move-target", activeVault],
    queryFn: ({ signal }) => listEntries({}, { signal, activeVault }),
    gcTime: 0,
  });
  const moved = new Set(ids);
  const twins = twinsThere(
    entries.filter(({ id }) => moved.has(id)),
    there,
  );
  return (
    // There from the start: what a screen reader is told of is the change in it.
    <div role="status">
      {twins.length > 0 && (
        <p className="rounded-md bg-warning-soft px-3 py-2 break-words text-warning-ink">
          {vault} has {someTwins(twins)} already. {whatTwinsMean(twins)}
        </p>
      )}
    </div>
  );
}
