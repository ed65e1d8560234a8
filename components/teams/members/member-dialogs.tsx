import type { Member } from "@/lib/contracts/people/members";
import type { Team } from "@/lib/contracts/people/teams";
import MemberRoleDialog from "./member-role-dialog";
import OnlyOwnerDialog from "./only-owner-dialog";
import RemoveMemberDialog from "./remove-member-dialog";

export type OpenedMember = { dialog: "role" | "remove"; member: Member };

/** What an owner does with a member: one chunk, which the team's page does not need at first. */
export default function MemberDialogs({
  opened: { dialog, member },
  team,
  self,
  onlyOwner,
  alone,
  onClose,
}: {
  opened: OpenedMember;
  team: Team;
  self: boolean;
  onlyOwner: boolean;
  /** There is no other member. */ alone: boolean;
  onClose: () => void;
}) {
  const about = { team, member, self, onClose };
  if (dialog === "role") return <MemberRoleDialog {...about} onlyOwner={onlyOwner} />;
  if (onlyOwner) return <OnlyOwnerDialog team={team} alone={alone} onClose={onClose} />;
  return <RemoveMemberDialog {...about} />;
}
