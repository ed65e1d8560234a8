"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ExposureDialog } from "@/components/history/exposure/exposure-dialog";
import { ExposureList, toChange } from "@/components/history/exposure/exposure-list";
import { memberExposureQuery } from "@/components/history/exposure/exposure-queries";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { accessKeysQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { removeMember } from "@/lib/client/http/resources/team-api";
import { trustRulesQuery } from "@/lib/client/http/resources/trust-rules-api";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import type { Member } from "@/lib/contracts/people/members";
import type { Team } from "@/lib/contracts/people/teams";
import { memberName } from "./role-words";

/** Removes a member and then shows what they know, or leaves the team. */
export default function RemoveMemberDialog({
  team,
  member,
  self,
  onClose,
}: {
  team: Team;
  member: Member;
  self: boolean;
  onClose: () => void;
}) {
  const goTo = useGoTo();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const accessKeys = useQuery(accessKeysQuery);
  const trustRules = useQuery(trustRulesQuery);
  const theirs =
    accessKeys.data &&
    trustRules.data &&
    [
      ...accessKeys.data.map(({ keyPrefix, ...key }) => ({ ...key, told: `${keyPrefix}…` })),
      ...trustRules.data.map((rule) => ({ ...rule, told: "trust rule" })),
    ].filter(({ makerId }) => makerId === member.userId);
  const [keep, setKeep] = useState(false);
  // The row that opened this no longer exists.
  const focus = useFocusAfter("main [data-members]");
  const name = memberName(member);
  const { userId } = member;
  const query = memberExposureQuery(team.id, userId);
  const [listing, setListing] = useState(false);
  const mustChange = useRef(false);

  async function confirm() {
    try {
      await removeMember({ params: { id: team.id, userId }, query: keep ? { keys: "keep" } : {} });
    } catch (error) {
      // Already gone: the goal is reached.
      if (!(error instanceof ApiError && error.code === "MEMBER_NOT_FOUND")) throw error;
    }
    if (self) {
      if (isThere()) {
        // Once somebody is on their way, nothing else closes it, and its button would work again.
        onClose();
        return goTo("/", { activeVault: null });
      }
      toast.success(`You left ${team.name}`);
      // Another page of the team then says that one no longer belongs to it.
      return queryClient.invalidateQueries({ queryKey: queryKeys.teams, exact: true });
    }
    focus.arm();
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.members(team.id) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.accessKeys }),
      queryClient.invalidateQueries({ queryKey: trustRulesQuery.queryKey }),
    ]);
    mustChange.current = toChange(await queryClient.fetchQuery(query).catch(() => [])) > 0;
    toast.success(`${name} was removed from ${team.name}`);
  }

  if (listing) return <ExposureDialog title={`${name} was removed`} query={query} who="They" onClose={onClose} />;
  const whose = self ? "Your" : "Their";
  return (
    <ConfirmDialog
      open
      onOpenChange={() => (mustChange.current ? setListing(true) : onClose())}
      title={self ? `Leave ${team.name}?` : `Remove ${name} from ${team.name}?`}
      confirmLabel={self ? "Leave team" : "Remove member"}
      onConfirm={confirm}
    >
      <p>
        {self
          ? "You lose access to the team’s vault at once. What you added stays with the team."
          : "They lose access to the team’s vault at once. What they added stays. Change the values that they have seen."}
      </p>
      {!theirs ? (
        <p>{whose} access keys and trust rules in this team stop working.</p>
      ) : theirs.length === 0 ? (
        <p>{self ? "You have" : "They have"} no access keys or trust rules in this team.</p>
      ) : (
        <>
          <p>
            {keep
              ? "These become yours and keep working, with no more rights than they have now:"
              : `${whose} access keys and trust rules in this team stop working with the next request:`}
          </p>
          <ul
            aria-label={self ? "Your access keys and trust rules" : `Access keys and trust rules of ${name}`}
            className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2"
          >
            {theirs.map(({ id, name: itsName, told }) => (
              <li key={id} className="flex flex-wrap gap-x-2">
                <span className="min-w-0 break-words">{itsName}</span>
                <span className="font-mono text-xs leading-5 text-muted">{told}</span>
              </li>
            ))}
          </ul>
          {!self && (
            <Checkbox
              label="Keep these keys and rules"
              description="For programs that use them and must keep running. They become yours. Rotate the keys soon: the person leaving may still have them."
              checked={keep}
              onChange={(event) => setKeep(event.target.checked)}
            />
          )}
        </>
      )}
      {!self && <ExposureList query={query} who="They" />}
    </ConfirmDialog>
  );
}
