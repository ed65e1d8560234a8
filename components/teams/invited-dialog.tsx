"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { OnceShownDialog, type OnceShown } from "@/components/ui/once-shown-dialog";
import { OnceShownLink } from "@/components/ui/once-shown-link";
import { exactTime } from "@/lib/client/dates";
import type { CreatedInvitation } from "@/lib/contracts/invitations";
import type { Team } from "@/lib/contracts/teams";
import type { Refused } from "./invite-addresses";
import { RefusedList } from "./refused-list";
import { roleWords } from "./role-words";

const roleOf = ({ role }: CreatedInvitation) =>
  `${role === "reader" ? "a" : "an"} ${roleWords[role].label.toLowerCase()}`;

/** The only time the links are shown. */
export default function InvitedDialog({
  team,
  sent: [first, ...others],
  refused,
  onClose,
}: {
  team: Team;
  sent: readonly [CreatedInvitation, ...CreatedInvitation[]];
  refused: readonly Refused[];
  onClose: () => void;
}) {
  const { url, email, expiresAt, mailed } = first;
  const several = others.length > 0;
  return (
    <OnceShownDialog
      title={several ? `${others.length + 1} invitations are ready` : "The invitation is ready"}
      description={
        several
          ? "Send each person their link. The links can’t be shown again."
          : "Send the link, or let them scan the code. It can’t be shown again."
      }
      unkept={
        several
          ? "You haven’t copied the links. Once you close this, they can’t be shown again."
          : "You haven’t copied the link. Once you close this, it can’t be shown again."
      }
      onClose={onClose}
    >
      {(secret) => (
        <>
          {several ? (
            <Links sent={[first, ...others]} secret={secret} />
          ) : (
            <OnceShownLink secret={secret} url={url} qrLabel="QR code of the invitation’s link" />
          )}
          <p className="text-sm text-muted">
            {several
              ? `Each becomes ${roleOf(first)} of ${team.name}. Each link works once, until ${exactTime(expiresAt)}.`
              : `${email ?? "The first to use it"} becomes ${roleOf(first)} of ${team.name}. It works once, until ${exactTime(expiresAt)}.`}
            {mailed &&
              (several
                ? " The vault sends them to these addresses, too."
                : " The vault sends it to that address, too.")}
          </p>
          {refused.length > 0 && <RefusedList refused={refused} />}
        </>
      )}
    </OnceShownDialog>
  );
}

/** They are copied, not read: each for the message to one person, or all for a list. */
function Links({ sent, secret }: { sent: readonly CreatedInvitation[]; secret: OnceShown }) {
  const all = sent.map(({ email, url }) => `${email ?? ""} ${url}`).join("\n");
  return (
    <>
      <ul
        aria-label="Links"
        tabIndex={0}
        onCopy={secret.markKept}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {sent.map(({ id, email, url }) => (
          <li key={id} className="flex items-center gap-3 py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 text-sm break-all">{email}</span>
            <CopyButton text={url} label={`Copy the link for ${email}`} size="small" />
          </li>
        ))}
      </ul>
      <CopyButton labelled variant="primary" text={all} label="Copy all, one a line" />
    </>
  );
}
