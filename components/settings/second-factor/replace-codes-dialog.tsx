"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { replaceRecoveryCodes } from "@/lib/client/http/resources/account-api";
import { queryKeys } from "@/lib/client/http/queries/query-keys";

const mayBeReplaced = "Your current recovery codes may no longer work. Try again later, and save the new ones.";

const unseen = "Your recovery codes were replaced, but the new ones were never shown: create new ones again";

export default function ReplaceCodesDialog({
  onReplaced,
  onClose,
}: {
  onReplaced: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
  async function replace() {
    setPending(true);
    setError(undefined);
    try {
      const { recoveryCodes } = await replaceRecoveryCodes({});
      void refresh();
      if (isThere()) onReplaced(recoveryCodes);
      else toast.error(unseen);
    } catch (cause) {
      const told = await afterLostAnswer(cause, mayBeReplaced, refresh);
      setError(told);
      if (!isThere()) tellLeft("Create new codes", told);
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      onOpenChange={() => !pending && onClose()}
      title="Create new recovery codes?"
      footer={
        <>
          <Button data-autofocus onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button variant="primary" pending={pending} onClick={() => void replace()}>
            Create new codes
          </Button>
        </>
      }
    >
      <div className="space-y-4 text-sm">
        <p>You get ten new codes. Your current codes stop working.</p>
        {error !== undefined && <ErrorNote error={error} />}
      </div>
    </Dialog>
  );
}
