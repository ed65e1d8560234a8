"use client";

import { OnceShownDialog } from "@/components/ui/once-shown-dialog";
import { OnceShownLink } from "@/components/ui/once-shown-link";
import { exactTime } from "@/lib/client/dates";
import type { CreatedInvitation } from "@/lib/contracts/invitations";
import type { Team } from "@/lib/contracts/teams";
import { roleWords } from "./role-words";

/** The only time the link is shown. */
export default function InvitedDialog({
  team,
  invitation: { url, role, email, expiresAt, mailed },
  onClose,
}: {
  team: Team;
  invitation: CreatedInvitation;
  onClose: () => void;
}) {
  return (
    <OnceShownDialog
      title="The invitation is ready"
      description="Send the link, or let them scan the code. It can’t be shown again."
      unkept="You haven’t copied the link. Once you close this, it can’t be shown again."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <OnceShownLink secret={secret} url={url} qrLabel="QR code of the invitation’s link" />
          <p className="text-sm text-muted">
            {email ?? "The first to use it"} becomes {role === "reader" ? "a" : "an"}{" "}
            {roleWords[role].label.toLowerCase()} of {team.name}. It works once, until {exactTime(expiresAt)}.
            {mailed && " The vault sends it to that address, too."}
          </p>
        </>
      )}
    </OnceShownDialog>
  );
}
