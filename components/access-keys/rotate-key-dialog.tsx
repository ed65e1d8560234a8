"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { SegmentedFilter } from "@/components/ui/inputs/segmented-filter";
import { toast } from "@/components/ui/toasts/toast";
import { rotateAccessKey } from "@/lib/client/http/resources/access-keys-api";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useIsMounted } from "@/lib/client/hooks/use-is-mounted";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import type { AccessKey, CreatedAccessKey } from "@/lib/contracts/access/access-keys";

const overlaps = [
  { value: "0", label: "None" },
  { value: "1", label: "1 hour" },
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
] as const;
type Overlap = (typeof overlaps)[number]["value"];

const mayBeRotated =
  "The key may have been rotated anyway, without the new one ever being shown. Check its first characters in the list before you rotate it again: a second rotation ends the previous key at once.";

/** The response contains the whole key: it is passed on and never cached. */
export default function RotateKeyDialog({
  accessKey,
  onRotated,
  onClose,
}: {
  accessKey: AccessKey;
  onRotated: (accessKey: CreatedAccessKey) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const isMounted = useIsMounted();
  const { id, name, keyPrefix, previousKeyExpiresAt } = accessKey;
  const [overlap, setOverlap] = useState<Overlap>("24");
  const rotated = useRef<CreatedAccessKey>(undefined);

  async function confirm() {
    const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.accessKeys });
    try {
      rotated.current = await rotateAccessKey({ params: { id }, body: { overlapHours: Number(overlap) } });
    } catch (error) {
      throw await afterLostAnswer(error, mayBeRotated, refresh);
    }
    void refresh();
    if (isThere()) return;
    toast.error(
      `${name} was rotated, but the new key was never shown: rotate it again${overlap === "0" ? "" : ", which ends the previous key at once"}`,
    );
    // While another page is on its way, its button would rotate the key once more.
    rotated.current = undefined;
    if (isMounted()) onClose();
  }

  const former = <code className="font-mono">{keyPrefix}…</code>;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => (rotated.current ? onRotated(rotated.current) : onClose())}
      title={`Rotate the access key ${name}?`}
      confirmLabel="Rotate access key"
      tone="primary"
      onConfirm={confirm}
    >
      <p>You get a new key with the same name, rights and expiry. It is shown once.</p>
      <p className="pt-2 font-medium">The previous key keeps working for</p>
      <SegmentedFilter label="Overlap" value={overlap} onValueChange={setOverlap} options={overlaps} />
      <p className="min-h-10 text-muted">
        {overlap === "0" ? (
          <>Anything that uses {former} stops working with its next request.</>
        ) : (
          <>Put the new key wherever {former} is used before this time is over.</>
        )}
        {previousKeyExpiresAt && " The key from before the last rotation stops working at once."}
      </p>
    </ConfirmDialog>
  );
}
