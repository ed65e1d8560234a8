"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { onDemand } from "@/components/ui/states/on-demand";
import type { Team } from "@/lib/contracts/people/teams";

const DeleteTeamDialog = onDemand(() => import("./delete-team-dialog"));

/** For a team's owners. */
export default function DeleteTeamCard({ team }: { team: Team }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <CardHeader
        title="Delete team"
        description="Deletes the team and everything in its vault, for all members."
        actions={
          <Button size="small" variant="danger-quiet" onClick={() => setOpen(true)}>
            Delete team…
          </Button>
        }
      />
      {isOpen && <DeleteTeamDialog team={team} onClose={() => setOpen(false)} />}
    </Card>
  );
}
