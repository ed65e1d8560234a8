"use client";

import { OnceShownDialog } from "@/components/ui/dialogs/once-shown-dialog";
import { OnceShownLink } from "@/components/ui/dialogs/once-shown-link";
import { exactTime } from "@/lib/client/words/dates";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import type { MadeLink } from "./make-link";

/** The only time the link is shown: its key is nowhere else. */
export default function SharedDialog({
  link: { url, views, expiresAt, hasPassphrase },
  onClose,
}: {
  link: MadeLink;
  onClose: () => void;
}) {
  const activeVault = useActiveVault();
  return (
    <OnceShownDialog
      title="The link is ready"
      description="Send it to one person, or let them scan the code. It can’t be shown again."
      unkept="You haven’t copied the link. Once you close this, it can’t be shown again."
      onClose={onClose}
    >
      {(secret) => (
        <>
          <OnceShownLink secret={secret} url={url} qrLabel="QR code of the link" />
          <p className="text-sm text-muted">
            It opens {views === 1 ? "once" : `${views} times`}, until {exactTime(expiresAt)}
            {hasPassphrase && ", with the passphrase"}. You can revoke it{" "}
            {activeVault === null ? "in the settings" : "on the Team page"}.
          </p>
        </>
      )}
    </OnceShownDialog>
  );
}
