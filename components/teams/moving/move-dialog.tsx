"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LeavingNote } from "@/components/references/leaving-note";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Select } from "@/components/ui/inputs/select";
import { toast } from "@/components/ui/toasts/toast";
import { mayBeDone } from "@/lib/client/http/lost-answer";
import { transfer } from "@/lib/client/http/resources/team-api";
import { useFocusAfter, useFocusKept } from "@/lib/client/hooks/use-focus-after";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { type MoveTarget, useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import type { Movable } from "@/lib/client/vaults/moving";
import { EntriesStay } from "./entries-stay";
import { isNotHere, notMoved, stillHere } from "./still-here";
import { TwinsNote } from "./twins-note";

const kinds = {
  entry: { nouns: ["entry", "entries"], member: "entryIds", scope: "entries:write" },
  "env-project": { nouns: ["env project", "env projects"], member: "envProjectIds", scope: "envs:write" },
  "two-factor-token": {
    nouns: ["two-factor token", "two-factor tokens"],
    member: "twoFactorTokenIds",
    scope: "2fa:write",
  },
  // Every role that may write entries may write env files too.
  project: { nouns: ["project", "project"], member: "entryIds", scope: "entries:write" },
} as const;

const own = "own";
const counted = (count: number, one: string, several: string) =>
  count === 0 ? null : count === 1 ? `1 ${one}` : `${count} ${several}`;
const valueOf = (target: MoveTarget): string => target?.id ?? own;

/**
 * Moves one thing, several of a kind, or a project to a team or to one's own vault. All of it moves, or nothing. It stays
 * over another page if somebody goes there meanwhile: `onMoved`, for the page of before, is not called then.
 */
export default function MoveDialog({
  thing: { kind, ids, envProjectIds = [], name },
  onMoved,
  onClose,
}: {
  thing: Movable;
  onMoved: (() => void) | undefined;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const { nouns, member, scope } = kinds[kind];
  const isProject = kind === "project";
  const several = !isProject && ids.length > 1;
  const noun = nouns[several ? 1 : 0];
  const targets = useMoveTargets(scope);
  const here = useTeamHere();
  const [chosen, setChosen] = useState(() => (targets[0] === undefined ? "" : valueOf(targets[0])));
  // By its id: the teams may change while one reads, and nothing may go to another one. Undefined if it is gone.
  const target = targets.find((one) => valueOf(one) === chosen);
  // What opened this no longer exists.
  const focus = useFocusAfter('main [data-shortcut="search"]', 'main [data-shortcut="new"]');
  useFocusKept("#content");

  // Where it may be by now: an attempt that got no answer.
  const sentTo = useRef<MoveTarget>(undefined);

  /** Moves it, and returns where to: after an answer that got lost, it may have moved before. */
  async function move(to: MoveTarget): Promise<MoveTarget> {
    try {
      await transfer({ body: { teamId: to?.id ?? null, [member]: ids, ...(isProject && { envProjectIds }) } });
      return to;
    } catch (error) {
      if (mayBeDone(error)) sentTo.current = to;
      else if (!isNotHere(error)) throw error;
      const left = await stillHere({ kind, ids, envProjectIds }).catch(() => undefined);
      if (left?.length === 0 && sentTo.current !== undefined) return sentTo.current;
      // What the dialog covers is older than this.
      void queryClient.invalidateQueries();
      throw notMoved(error, left, name);
    }
  }

  async function confirm() {
    if (target === undefined) return false;
    const to = await move(target);
    toast.success(`${name} ${several ? "were" : "was"} moved to ${to ? to.name : "your vault"}`);
    focus.arm();
    const leads = isThere() && onMoved !== undefined;
    // Here, since the confirmation closes on its own page alone.
    onClose();
    if (leads) onMoved();
    // A project's own page is still on the screen for a moment.
    void queryClient.invalidateQueries({
      refetchType: leads && (isProject || kind === "env-project") ? "none" : "active",
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Move ${name}?`}
      confirmLabel={`Move ${noun}`}
      tone="primary"
      onConfirm={confirm}
    >
      <Field label="Move to">
        {(control) => (
          <Select
            {...control}
            data-autofocus
            required
            value={target === undefined ? "" : chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            {target === undefined && (
              <option value="" disabled>
                Choose where
              </option>
            )}
            {targets.map((one) => (
              <option key={valueOf(one)} value={valueOf(one)}>
                {one ? one.name : "My vault"}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {target === undefined ? (
        <p role="alert">Nothing can be moved to the chosen team any more. Choose another place.</p>
      ) : (
        <p>
          {target
            ? `Everybody in ${target.name} whose role allows it can then use ${several ? "these" : "this"} ${noun}.`
            : `Only you can then use ${several ? "these" : "this"} ${noun}.`}{" "}
          {here
            ? `The other members of ${here.name} and the access keys there no longer reach ${several ? "them" : "it"}.`
            : `The access keys of your own vault no longer reach ${several ? "them" : "it"}.`}
        </p>
      )}
      {isProject && (
        <p>
          {[counted(ids.length, "entry", "entries"), counted(envProjectIds.length, "env project", "env projects")]
            .filter((text) => text !== null)
            .join(" and ")}{" "}
          {ids.length + envProjectIds.length === 1 ? "moves" : "move in one step"}
          {envProjectIds.length > 0 && ids.length > 0 && ", and links between them keep working"}.
          {envProjectIds.length > 0 &&
            ` ${ids.length > 0 ? "Other links" : "Links"} in its files will break, unless the other vault has a matching entry.`}
        </p>
      )}
      {kind === "env-project" && <p>Links in its files will break, unless the other vault has a matching entry.</p>}
      {kind === "env-project" && <EntriesStay project={name} onLeave={onClose} />}
      {(kind === "entry" || isProject) && target !== undefined && (
        <TwinsNote ids={ids} activeVault={target?.id ?? null} vault={target ? target.name : "Your vault"} />
      )}
      {(kind === "entry" || isProject) && <LeavingNote entryIds={ids} along={envProjectIds} going="moved" />}
    </ConfirmDialog>
  );
}
