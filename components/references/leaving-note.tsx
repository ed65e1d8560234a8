import { useQueries } from "@tanstack/react-query";
import { fileName } from "@/lib/client/words/file-names";
import { entryUsesQuery } from "@/lib/client/http/resources/references-api";
import { useRights, useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { countedMax } from "./rewriting";
import { type Going, leavingWarning, partlyLookedUp } from "./uses-words";

/**
 * Which env files link to entries that are about to be deleted or moved to another vault. Nothing if none does, or if it
 * can't be told; of many entries, the first ones are looked up. Files of env projects that go `along` keep their links.
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
  const { may } = useRights();
  const team = useTeamHere();
  const asked = may("entries:reveal") && may("envs:reveal") ? entryIds.slice(0, countedMax) : [];
  const uses = useQueries({ queries: asked.map((id) => ({ ...entryUsesQuery(id), gcTime: 0 })) });
  const known = uses.flatMap(({ data }) =>
    data ? [{ ...data, files: data.files.filter(({ projectId }) => !along.includes(projectId)) }] : [],
  );
  // Of a part of what was asked, the text would count wrong.
  const isKnown = asked.length > 0 && known.length === asked.length;
  const warning = isKnown && leavingWarning(known, fileName, going);
  const isPart = entryIds.length > countedMax;
  return (
    // There from the start: what a screen reader is told of is the change in it.
    <div role="status">
      {warning ? (
        <p className="rounded-md bg-warning-soft px-3 py-2 break-words text-warning-ink">
          {warning}
          {isPart && ` Only the first ${countedMax} of the ${entryIds.length} entries were looked up.`}
        </p>
      ) : (
        isPart && (
          <p className="break-words">
            {partlyLookedUp({
              ...{ team: team?.name ?? null, looked: countedMax },
              ...{ along: along.length > 0, noneFound: isKnown },
            })}
          </p>
        )
      )}
    </div>
  );
}
