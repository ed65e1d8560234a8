"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/on-demand";
import { invitationsQuery, membersQuery } from "@/lib/client/http/team-queries";
import { useTeamHere } from "@/lib/client/hooks/use-rights";
import { useSession } from "@/lib/client/session/use-session";
import { managesTeam } from "@/lib/contracts/role-rights";
import { InvitationsCard } from "./invitations-card";
import { MembersCard } from "./members-card";
import { limitText, roleWords } from "./role-words";

const TeamNameDialog = onDemand(() => import("./team-name-dialog"));
const DeleteTeamDialog = onDemand(() => import("./delete-team-dialog"));

/** A team's members, and for its owners the team itself. `children`: what concerns its vault. */
export function TeamPage({ children }: { children: ReactNode }) {
  const team = useTeamHere();
  const [opened, setOpened] = useState<"rename" | "delete">();
  const close = () => setOpened(undefined);
  const manages = team !== undefined && managesTeam(team.role);
  // What stands below the lists comes with them: it would move under the pointer when they arrive.
  const members = useQuery({ ...membersQuery(team?.id ?? ""), enabled: team !== undefined });
  const invitations = useQuery({ ...invitationsQuery(team?.id ?? ""), enabled: manages });
  const session = useSession();
  const arrived = [members, session, ...(manages ? [invitations] : [])].every(({ isPending }) => !isPending);
  return (
    <Page
      title={team?.name ?? "Team"}
      description={team && [roleWords[team.role].yours, limitText(team, "Your role reaches")].filter(Boolean).join(" ")}
      width="narrow"
      actions={manages && <Button onClick={() => setOpened("rename")}>Rename team…</Button>}
    >
      <div className="space-y-4">
        {team && <MembersCard team={team} />}
        {arrived && manages && <InvitationsCard team={team} />}
        {arrived && children}
        {arrived && manages && (
          <Card>
            <CardHeader
              title="Delete team"
              description="Deletes the team and everything in its vault, for all members."
              actions={
                <Button size="small" variant="danger-quiet" onClick={() => setOpened("delete")}>
                  Delete team…
                </Button>
              }
            />
          </Card>
        )}
      </div>
      {team && opened === "rename" && <TeamNameDialog team={team} onClose={close} />}
      {team && opened === "delete" && <DeleteTeamDialog team={team} onClose={close} />}
    </Page>
  );
}
