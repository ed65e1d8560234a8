import { useQueries } from "@tanstack/react-query";
import { fileName } from "@/lib/client/file-names";
import { entryUsesQuery } from "@/lib/client/http/references-api";
import { useRights } from "@/lib/client/hooks/use-rights";
import { countedMax } from "./rewriting";
import { type Going, leavingWarning } from "./uses-words";

/**
 * Which env files link to entries that are about to be deleted or moved to another vault. Nothing if none does, or if it
 * can't be told; of very many entries, only what would become of such files.
 */
export function LeavingNote({ entryIds, going }: { entryIds: readonly string[]; going: Going }) {
  const { may } = useRights();
  const asked = may("entries:reveal") && may("envs:reveal") && entryIds.length <= countedMax ? entryIds : [];
  const uses = useQueries({ queries: asked.map((id) => ({ ...entryUsesQuery(id), gcTime: 0 })) });
  if (entryIds.length > countedMax) return <p>Links to them from env files here lead nowhere then.</p>;
  const known = uses.flatMap(({ data }) => data ?? []);
  // Of a part of them, the text would count wrong.
  const warning = known.length === entryIds.length && leavingWarning(known, fileName, going);
  return (
    // There from the start: what a screen reader is told of is the change in it.
    <div role="status">
      {warning && <p className="rounded-md bg-warning-soft px-3 py-2 break-words text-warning-ink">{warning}</p>}
    </div>
  );
}
