"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { deleteAccount } from "@/lib/client/http/resources/account-api";
import { ApiError } from "@/lib/client/http/api-error";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { statsQuery } from "@/lib/client/http/queries/queries";
import { leaveTo } from "@/lib/client/session/sign-in/sign-in-path";
import { useSession } from "@/lib/client/session/use-session";

const mayBeGone =
  "Your account may still be deleted, which can take minutes for a large vault. Reload this page after that: if it asks you to sign in, and your e-mail address and password no longer work, the account is gone.";

export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const stats = useQuery(statsQuery);
  // The teams that would end with the account, by name, once the vault has named them.
  const [ending, setEnding] = useState<string[]>();
  const [endTeams, setEndTeams] = useState(false);
  const email = session.data?.email;
  if (email === undefined) return null;

  async function confirm(address: string) {
    try {
      await deleteAccount({ body: { email: address, ...(endTeams && { endTeams }) } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "TEAMS_WOULD_END"))
        throw await afterLostAnswer(error, mayBeGone, () => session.refetch());
      setEnding((error.details ?? []).map(({ message }) => message));
      throw new ApiError(error.code, error.status, {
        message:
          "Nothing was deleted yet. Make somebody else an owner of these teams first, or confirm that they are deleted with your account.",
        cause: error,
      });
    }
    leaveTo("/login");
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete your account?"
      typeToConfirm={email}
      confirmLabel="Delete account"
      onConfirm={() => confirm(email)}
    >
      <p>
        This deletes{" "}
        {stats.data
          ? `${counted(stats.data.totalEntries, "entry", "entries")}, ${counted(stats.data.totalCategories, "category", "categories")}, ${counted(stats.data.total2fa, "two-factor token", "two-factor tokens")}`
          : "all entries, categories and two-factor tokens"}
        , and every env project, access key and session.
      </p>
      {ending && (
        <>
          <p>You are the only owner of these teams. They end with your account, for all their members:</p>
          <ul aria-label="Teams that are deleted too" className="list-disc pl-5 font-medium">
            {ending.map((team) => (
              <li key={team} className="break-words">
                {team}
              </li>
            ))}
          </ul>
          <Checkbox
            label={ending.length === 1 ? "Delete this team as well" : "Delete these teams as well"}
            description="With everything in their vaults."
            checked={endTeams}
            onChange={(event) => setEndTeams(event.target.checked)}
          />
        </>
      )}
      <p>This can’t be undone. Only a server backup could restore it.</p>
    </ConfirmDialog>
  );
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
