import { useQuery } from "@tanstack/react-query";
import { fileName } from "@/lib/client/file-names";
import { entryUsesQuery } from "@/lib/client/http/references-api";
import { useRights } from "@/lib/client/hooks/use-rights";
import { type Going, leavingWarning } from "./uses-words";

/**
 * Which env files link to an entry that is about to be deleted or moved to another vault. Nothing if none does, or if it
 * can't be told.
 */
export function LeavingNote({ entryId, going }: { entryId: string; going: Going }) {
  const { may } = useRights();
  const { data } = useQuery({
    ...entryUsesQuery(entryId),
    enabled: may("entries:reveal") && may("envs:reveal"),
    gcTime: 0,
  });
  const warning = data && leavingWarning(data, fileName, going);
  if (!warning) return null;
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
      {warning}
    </p>
  );
}
