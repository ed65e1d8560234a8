import { fileName } from "@/lib/client/words/file-names";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { useLinksTo } from "./use-links-to";
import { type Going, leavingWarning, partlyLookedUp } from "./uses-words";

/**
 * Which env files link to entries that are about to be deleted or moved to another vault. Nothing if none does, or if it
 * can't be told; of very many categories, the entries of the first ones are looked up. Files of env projects that go `along` keep
 * their links.
 */
export function LeavingNote({
  entryIds,
  along = [],
  going,
}: {
  entryIds: readonly string[];
  along?: readonly string[] | undefined;
  going: Going;
}) {
  const team = useTeamHere();
  const { files: found, looked } = useLinksTo(entryIds);
  const files = found?.filter(({ projectId }) => !along.includes(projectId));
  const warning = files && leavingWarning(files, looked, fileName, going);
  const isPart = looked < entryIds.length;
  return (
    // There from the start: what a screen reader is told of is the change in it.
    <div role="status">
      {warning ? (
        <p className="rounded-md bg-warning-soft px-3 py-2 break-words text-warning-ink">
          {warning}
          {isPart && ` Only ${looked} of the ${entryIds.length} entries were looked up.`}
        </p>
      ) : (
        isPart && (
          <p className="break-words">
            {partlyLookedUp({
              ...{ team: team?.name ?? null, looked },
              ...{ along: along.length > 0, noneFound: files !== undefined },
            })}
          </p>
        )
      )}
    </div>
  );
}
