"use client";

import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { Team } from "@/lib/contracts/people/teams";

/** Instead of the question whether to leave: the vault would refuse it. */
export default function OnlyOwnerDialog({
  team,
  alone,
  onClose,
}: {
  team: Team;
  /** There is no other member. */ alone: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`You can’t leave ${team.name} yet`}
      size="small"
      footer={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="space-y-2 text-sm">
        <p>You are its only owner, and a team needs one.</p>
        <p>
          {alone
            ? "Invite somebody as an owner, and leave once they have joined. Or delete the team, with everything in its vault."
            : "Choose “Change role…” beside another member, and make them an owner. Then you can leave."}
        </p>
      </div>
    </Dialog>
  );
}
