"use client";

import { Dialog } from "@/components/ui/dialogs/dialog";
import { VersionHistory, type VersionHistoryProps } from "./version-history";

/** The versions of a value in a dialog. */
export function HistoryDialog({ onClose, ...history }: VersionHistoryProps & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} size="large" title={`History of ${history.name}`}>
      <VersionHistory {...history} />
    </Dialog>
  );
}
