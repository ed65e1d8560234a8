"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ExposureDialog } from "@/components/history/exposure/exposure-dialog";
import { ExposureList, toChange } from "@/components/history/exposure/exposure-list";
import { keyExposureQuery } from "@/components/history/exposure/exposure-queries";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { revokeAccessKey } from "@/lib/client/http/resources/access-keys-api";
import { ago } from "@/lib/client/words/dates";
import { accessKeysQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { ApiError } from "@/lib/client/http/api-error";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import { focusRow, rowOf } from "./focus-row";

/** Revokes a key, and then shows what it knows. */
export default function RevokeKeyDialog({ accessKey, onClose }: { accessKey: AccessKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { id, name, keyPrefix } = accessKey;
  // The list may have been there for a while, and what the key has seen is asked for now.
  const { data: keys } = useQuery({ ...accessKeysQuery, refetchOnMount: "always" });
  const { lastUsedAt } = keys?.find((one) => one.id === id) ?? accessKey;
  const query = keyExposureQuery(id);
  // The row that opened this is gone once the key is revoked.
  const row = useRef<number>(undefined);
  const [listing, setListing] = useState(false);
  const mustChange = useRef(false);
  const close = () => {
    if (row.current !== undefined) focusRow(row.current, id);
    onClose();
  };

  async function confirm() {
    try {
      await revokeAccessKey({ params: { id } });
    } catch (error) {
      // Already gone, perhaps in another tab: the goal is reached.
      if (!(error instanceof ApiError && error.code === "ACCESS_KEY_NOT_FOUND")) throw error;
    }
    row.current = rowOf(id);
    mustChange.current = toChange(await queryClient.fetchQuery(query).catch(() => [])) > 0;
    queryClient.setQueryData<AccessKey[]>(queryKeys.accessKeys, (all) => all?.filter((one) => one.id !== id));
    void queryClient.invalidateQueries({ queryKey: queryKeys.accessKeys });
    toast.success(`The access key ${name} (${keyPrefix}…) was revoked`);
  }

  if (listing) return <ExposureDialog title={`${name} was revoked`} query={query} who="It" onClose={close} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => (mustChange.current ? setListing(true) : close())}
      title={`Revoke the access key ${name}?`}
      confirmLabel="Revoke access key"
      onConfirm={confirm}
    >
      <p>
        Anything that uses <code className="font-mono">{keyPrefix}…</code> stops working with its next request.{" "}
        {lastUsedAt ? `It was last used ${ago(lastUsedAt)}.` : "It was never used."}
      </p>
      <p>This can’t be undone. You can create a new key instead.</p>
      <ExposureList query={query} who="It" />
    </ConfirmDialog>
  );
}
