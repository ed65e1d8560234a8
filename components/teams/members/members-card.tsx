import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonText } from "@/components/ui/states/skeleton";
import { longDate } from "@/lib/client/words/dates";
import { membersQuery } from "@/lib/client/http/queries/team-queries";
import { useSession } from "@/lib/client/session/use-session";
import type { Member } from "@/lib/contracts/people/members";
import { managesTeam } from "@/lib/contracts/people/role-rights";
import type { Team } from "@/lib/contracts/people/teams";
import type { OpenedMember } from "./member-dialogs";
import { limitText, memberName, roleWords } from "./role-words";

const MemberDialogs = onDemand(() => import("./member-dialogs"));

export function MembersCard({ team }: { team: Team }) {
  const members = useQuery(membersQuery(team.id));
  const { data } = members;
  const { data: session } = useSession();
  const [opened, setOpened] = useState<OpenedMember>();
  const close = () => setOpened(undefined);
  const isSelf = ({ userId }: Member) => userId === session?.id;
  const owners = data?.filter(({ role }) => managesTeam(role)) ?? [];
  const isOnlyOwner = ({ userId }: Member) => owners.length === 1 && owners[0]?.userId === userId;
  return (
    <Card>
      <CardHeader
        title={
          <span tabIndex={-1} data-members>
            Members
          </span>
        }
        description="Who uses this vault, and what each may do."
      />
      {!data || !session ? (
        // One's own row differs from the others.
        members.isError ? (
          <ErrorState error={members.error} onRetry={members.refetch} />
        ) : (
          <MemberRowSkeleton buttons={managesTeam(team.role) ? 2 : 1} />
        )
      ) : (
        <ul aria-label="Members" className="divide-y divide-line">
          {data.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              self={isSelf(member)}
              manages={managesTeam(team.role)}
              onOpen={(dialog) => setOpened({ dialog, member })}
            />
          ))}
        </ul>
      )}
      {opened && (
        <MemberDialogs
          opened={opened}
          team={team}
          self={isSelf(opened.member)}
          onlyOwner={isOnlyOwner(opened.member)}
          alone={data?.length === 1}
          onClose={close}
        />
      )}
    </Card>
  );
}

const rowStyle = "flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 pr-2 pl-4 sm:pr-3";
const factsStyle = "min-w-0 flex-1 basis-56 space-y-0.5";
const buttonsStyle = "flex shrink-0 gap-1 max-sm:-ml-2.5";

function MemberRow({
  member,
  self,
  manages,
  onOpen,
}: {
  member: Member;
  self: boolean;
  manages: boolean;
  onOpen: (dialog: OpenedMember["dialog"]) => void;
}) {
  const name = memberName(member);
  const limits = limitText(member);
  return (
    <li className={rowStyle}>
      <div className={factsStyle}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <Badge tone={managesTeam(member.role) ? "accent" : "neutral"}>{roleWords[member.role].label}</Badge>
          {self && <span className="text-xs text-muted">You</span>}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          {member.name && <span className="break-all">{member.email}</span>}
          <span>Joined {longDate(member.createdAt)}</span>
        </p>
        {limits && <p className="text-xs break-words text-muted">{limits}</p>}
      </div>
      <div className={buttonsStyle}>
        {manages && (
          <Button size="small" variant="ghost" aria-label={`Change role of ${name}…`} onClick={() => onOpen("role")}>
            Change role…
          </Button>
        )}
        {(manages || self) && (
          <Button
            size="small"
            variant="danger-quiet"
            aria-label={self ? "Leave the team…" : `Remove ${name}…`}
            onClick={() => onOpen("remove")}
          >
            {self ? "Leave…" : "Remove…"}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A placeholder for one's own row, which always exists. */
function MemberRowSkeleton({ buttons }: { buttons: number }) {
  return (
    <div role="status" className={rowStyle}>
      <span className="sr-only">Loading members</span>
      <div className={factsStyle}>
        <p className="flex h-5 items-center text-sm">
          <SkeletonText text="Ada Lovelace, owner" />
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
          <SkeletonText text="ada.lovelace@example.com" />
          <SkeletonText text="Joined 1 Jan 2026" />
        </p>
      </div>
      <div className={`invisible ${buttonsStyle}`}>
        {["Change role…", "Leave…"].slice(-buttons).map((label) => (
          <Button key={label} size="small" disabled>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
