"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { replaceRecoveryCodes } from "@/lib/client/http/resources/account-api";
import { queryKeys } from "@/lib/client/http/queries/query-keys";

export default function ReplaceCodesDialog({
  onReplaced,
  onClose,
}: {
  onReplaced: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  async function replace() {
    setPending(true);
    setError(undefined);
    try {
      const { recoveryCodes } = await replaceRecoveryCodes({});
      void queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
      onReplaced(recoveryCodes);
    } catch (cause) {
      setError(cause);
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
