import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonText } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { deleteInvitation } from "@/lib/client/http/resources/team-api";
import { invitationsQuery } from "@/lib/client/http/queries/team-queries";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import type { CreatedInvitation, Invitation } from "@/lib/contracts/people/invitations";
import type { Team } from "@/lib/contracts/people/teams";
import type { Uninvited } from "./invite-dialog";
import { limitText, roleWords } from "../members/role-words";

const InviteDialog = onDemand(() => import("./invite-dialog"));
const InvitedDialog = onDemand(() => import("./invited-dialog"));

/** To be filled in, with what an earlier one left, or the links of those that were made. */
type Opened =
  | { dialog: "invite"; left?: Uninvited | undefined }
  | { dialog: "invited"; sent: readonly [CreatedInvitation, ...CreatedInvitation[]]; left: Uninvited };

const none = "No open invitations.";

/** The invitations that nobody has accepted yet. For owners. `mail`: whether the vault sends any. */
export function InvitationsCard({ team, mail }: { team: Team; mail: boolean }) {
  const queryClient = useQueryClient();
  const invitations = useQuery(invitationsQuery(team.id));
  const [opened, setOpened] = useState<Opened | undefined>(() =>
    keptTypedOf("invitation") === undefined ? undefined : { dialog: "invite" },
  );
  const [withdrawing, setWithdrawing] = useState<string>();
  const close = () => setOpened(undefined);
  const invite = () => {
    // Preloaded: the link can be shown only once, so the dialog must not fail to load.
    InvitedDialog.preload();
    setOpened({ dialog: "invite" });
  };

  async function withdraw({ id }: Invitation) {
    setWithdrawing(id);
    try {
      await deleteInvitation({ params: { id: team.id, invitationId: id } });
      toast.success("The invitation was withdrawn");
    } catch (error) {
      // Already used or withdrawn: the list will say so.
      if (!(error instanceof ApiError && error.code === "INVITATION_NOT_FOUND"))
        toast.error(describeError(error).message);
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.invitations(team.id) });
    setWithdrawing(undefined);
    document.querySelector<HTMLElement>('main [data-shortcut="new"]')?.focus();
  }

  return (
    <Card>
      <CardHeader
        title="Invitations"
        description="A link lets one person in. It works once."
        actions={
          <Button size="small" icon={<UserPlus />} data-shortcut="new" onClick={invite}>
            Invite…
          </Button>
        }
      />
      {invitations.isPending ? (
        <CardBody role="status" className="text-sm">
          <span className="sr-only">Loading invitations</span>
          <SkeletonText text={none} />
        </CardBody>
      ) : !invitations.data ? (
        <ErrorState error={invitations.error} onRetry={invitations.refetch} />
      ) : invitations.data.length === 0 ? (
        <CardBody className="text-sm text-muted">{none}</CardBody>
      ) : (
        <ul aria-label="Invitations" className="divide-y divide-line">
          {invitations.data.map((invitation) => {
            const who = invitation.email ?? "Anybody with the link";
            const limits = limitText(invitation);
            return (
              <li key={invitation.id} className="flex items-center gap-3 py-2.5 pr-2 pl-4 sm:pr-3">
                <div className="min-w-0 flex-1 space-y-0.5">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                    <span className="min-w-0 font-medium break-all">{who}</span>
                    <Badge>{roleWords[invitation.role].label}</Badge>
                  </p>
                  <p className="text-xs text-muted">
                    Expires <RelativeTime timestamp={invitation.expiresAt} />
                  </p>
                  {limits && <p className="text-xs break-words text-muted">{limits}</p>}
                </div>
                <Button
                  size="small"
                  variant="danger-quiet"
                  aria-label={`Withdraw the invitation for ${who}`}
                  pending={withdrawing === invitation.id}
                  onClick={() => void withdraw(invitation)}
                >
                  Withdraw
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {opened?.dialog === "invite" && (
        <InviteDialog
          team={team}
          mail={mail}
          left={opened.left}
          onInvited={([first, ...others], left) =>
            first && setOpened({ dialog: "invited", sent: [first, ...others], left })
          }
          onClose={close}
        />
      )}
      {opened?.dialog === "invited" && (
        <InvitedDialog
          team={team}
          sent={opened.sent}
          left={opened.left}
          // Those that got none wait to be corrected.
          onClose={() =>
            opened.left.refused.length > 0 ? setOpened({ dialog: "invite", left: opened.left }) : close()
          }
        />
      )}
    </Card>
  );
}
