"use client";

import { useState } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { OnceShownDialog } from "@/components/ui/dialogs/once-shown-dialog";
import { OnceShownLink } from "@/components/ui/dialogs/once-shown-link";
import { useKeepTyped } from "@/lib/client/session/typed/use-keep-typed";
import { exactTime } from "@/lib/client/words/dates";
import type { CreatedInvitation } from "@/lib/contracts/people/invitations";
import type { Team } from "@/lib/contracts/people/teams";
import type { Refused } from "./invite-addresses";
import type { Uninvited } from "./invite-dialog";
import { RefusedList } from "./refused-list";
import { roleWords } from "../members/role-words";

const roleOf = ({ role }: CreatedInvitation) =>
  `${role === "reader" ? "a" : "an"} ${roleWords[role].label.toLowerCase()}`;

type Sent = readonly [CreatedInvitation, ...CreatedInvitation[]];
type Shared = { team: Team; refused: readonly Refused[]; onClose: () => void };

/** The only time the links are shown. The addresses that are `left` survive an ended session. */
export default function InvitedDialog({
  sent,
  left: { fields, refused },
  ...others
}: Omit<Shared, "refused"> & { sent: Sent; left: Uninvited }) {
  useKeepTyped("invitation", () => (refused.length > 0 ? fields : undefined));
  const shared = { refused, ...others };
  return sent.length === 1 ? (
    <OneInvitation invitation={sent[0]} {...shared} />
  ) : (
    <SeveralInvitations sent={sent} {...shared} />
  );
}

function OneInvitation({ team, invitation, refused, onClose }: Shared & { invitation: CreatedInvitation }) {
  const { url, email, expiresAt, mailed } = invitation;
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
            {email ?? "The first to use it"} becomes {roleOf(invitation)} of {team.name}. It works once, until{" "}
            {exactTime(expiresAt)}.{mailed && " The vault sends it to that address, too."}
          </p>
          {refused.length > 0 && <RefusedList refused={refused} />}
        </>
      )}
    </OnceShownDialog>
  );
}

function SeveralInvitations({ team, sent, refused, onClose }: Shared & { sent: Sent }) {
  const [{ expiresAt, mailed }] = sent;
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  return (
    <OnceShownDialog
      title={`${sent.length} invitations are ready`}
      description="Send each person their link. The links can’t be shown again."
      unkept="You haven’t copied all the links. Once you close this, they can’t be shown again."
      allKept={sent.every(({ id }) => copied.has(id))}
      onClose={onClose}
    >
      {() => (
        <>
          <Links sent={sent} copied={copied} onCopied={(ids) => setCopied((before) => new Set([...before, ...ids]))} />
          <p className="text-sm text-muted">
            Each becomes {roleOf(sent[0])} of {team.name}. Each link works once, until {exactTime(expiresAt)}.
            {mailed && " The vault sends them to these addresses, too."}
          </p>
          {refused.length > 0 && <RefusedList refused={refused} />}
        </>
      )}
    </OnceShownDialog>
  );
}

/** They are copied, not read: each for the message to one person, or all for a list. */
function Links({
  sent,
  copied,
  onCopied,
}: {
  sent: readonly CreatedInvitation[];
  /** The ids of those that were. */
  copied: ReadonlySet<string>;
  onCopied: (ids: readonly string[]) => void;
}) {
  const all = sent.map(({ email, url }) => `${email ?? ""} ${url}`).join("\n");
  return (
    <>
      <ul
        aria-label="Links"
        tabIndex={0}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {sent.map(({ id, email, url }) => (
          <li key={id} className="flex items-center gap-3 py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 text-sm break-all">{email}</span>
            {copied.has(id) && <span className="text-xs text-muted">Copied</span>}
            <CopyButton text={url} label={`Copy the link for ${email}`} size="small" onCopied={() => onCopied([id])} />
          </li>
        ))}
      </ul>
      <CopyButton
        labelled
        variant="primary"
        text={all}
        label="Copy all, one a line"
        onCopied={() => onCopied(sent.map(({ id }) => id))}
      />
    </>
  );
}
