"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/buttons/button";
import { onDemand } from "@/components/ui/states/on-demand";
import { invitationsQuery, membersQuery } from "@/lib/client/http/queries/team-queries";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { useSession } from "@/lib/client/session/use-session";
import { managesTeam } from "@/lib/contracts/people/role-rights";
import { InvitationsCard } from "./invitations/invitations-card";
import { MembersCard } from "./members/members-card";
import { limitText, roleWords } from "./members/role-words";

const TeamNameDialog = onDemand(() => import("./team-name-dialog"));
// The last one: nothing moves when it arrives.
const DeleteTeamCard = onDemand(() => import("./delete-team-card"), null);

/** A team's members, and for its owners the team itself. `mail`: whether the vault sends any. `children`: what concerns its vault. */
export function TeamPage({ mail, children }: { mail: boolean; children: ReactNode }) {
  const team = useTeamHere();
  const [isRenaming, setRenaming] = useState(false);
  const manages = team !== undefined && managesTeam(team.role);
  // What stands below the lists comes with them: it would move under the pointer when they arrive.
  const members = useQuery({ ...membersQuery(team?.id ?? ""), enabled: team !== undefined });
  const invitations = useQuery({ ...invitationsQuery(team?.id ?? ""), enabled: manages });
  const session = useSession();
  const arrived = !(members.isPending || session.isPending || (manages && invitations.isPending));
  return (
    <Page
      title={team?.name ?? "Team"}
      description={team && [roleWords[team.role].yours, limitText(team, "Your role reaches")].filter(Boolean).join(" ")}
      width="narrow"
      actions={manages && <Button onClick={() => setRenaming(true)}>Rename team…</Button>}
    >
      <div className="space-y-4">
        {team && <MembersCard team={team} />}
        {arrived && manages && <InvitationsCard team={team} mail={mail} />}
        {arrived && children}
        {arrived && manages && <DeleteTeamCard team={team} />}
      </div>
      {team && isRenaming && <TeamNameDialog team={team} onClose={() => setRenaming(false)} />}
    </Page>
  );
}
