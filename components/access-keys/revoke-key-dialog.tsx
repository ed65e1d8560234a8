"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { revokeAccessKey } from "@/lib/client/http/api";
import { ago } from "@/lib/client/dates";
import { queryKeys } from "@/lib/client/http/query-keys";
import { ApiError } from "@/lib/client/http/api-error";
import type { AccessKey } from "@/lib/contracts/access-keys";
import { focusRow, rowOf } from "./focus-row";

export default function RevokeKeyDialog({ accessKey, onClose }: { accessKey: AccessKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { id, name, keyPrefix, lastUsedAt } = accessKey;

  async function confirm() {
    try {
      await revokeAccessKey({ params: { id } });
    } catch (error) {
      // Already gone, perhaps in another tab: the goal is reached.
      if (!(error instanceof ApiError && error.code === "ACCESS_KEY_NOT_FOUND")) throw error;
    }
    focusRow(rowOf(id), id);
    queryClient.setQueryData<AccessKey[]>(queryKeys.accessKeys, (all) => all?.filter((one) => one.id !== id));
    void queryClient.invalidateQueries({ queryKey: queryKeys.accessKeys });
    toast.success(`The access key ${name} (${keyPrefix}…) was revoked`);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke the access key ${name}?`}
      confirmLabel="Revoke access key"
      onConfirm={confirm}
    >
      <p>
        Anything that uses <code className="font-mono">{keyPrefix}…</code> stops working with its next request.{" "}
        {lastUsedAt ? `It was last used ${ago(lastUsedAt)}.` : "It was never used."}
      </p>
      <p>This can’t be undone. You can create a new key instead.</p>
    </ConfirmDialog>
  );
}
