"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { envProjectsQuery, statsQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { orGone } from "@/lib/client/http/or-gone";
import { deleteTeam } from "@/lib/client/http/resources/team-api";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import type { Team } from "@/lib/contracts/people/teams";

const mayBeGone =
  "The team may still be deleted, which can take minutes for a large vault. Check the vault menu before you try again.";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export default function DeleteTeamDialog({ team: { id, name }, onClose }: { team: Team; onClose: () => void }) {
  const goTo = useGoTo();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const stats = useQuery(statsQuery);
  const projects = useQuery(envProjectsQuery);

  async function confirm() {
    const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.teams, exact: true });
    try {
      await orGone(deleteTeam({ params: { id }, body: { name } }), "TEAM_NOT_FOUND");
    } catch (error) {
      throw await afterLostAnswer(error, mayBeGone, refresh);
    }
    if (isThere()) {
      // Once somebody is on their way, nothing else closes it, and its button would work again.
      onClose();
      return goTo("/", { activeVault: null });
    }
    toast.success(`The team ${name} was deleted`);
    // Another page of it then says so.
    await refresh();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the team ${name}?`}
      typeToConfirm={name}
      confirmLabel="Delete team"
      onConfirm={confirm}
    >
      <p>
        This deletes{" "}
        {stats.data && projects.data
          ? [
              counted(stats.data.totalEntries, "entry", "entries"),
              counted(stats.data.total2fa, "two-factor token", "two-factor tokens"),
              counted(projects.data.data.length, "env project", "env projects"),
            ].join(", ")
          : "all entries, two-factor tokens and env projects"}{" "}
        and every access key of the team, for all members.
      </p>
      <p>This can’t be undone. Only a server backup could restore it.</p>
    </ConfirmDialog>
  );
}
