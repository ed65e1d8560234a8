import { ConfirmDialog } from "./confirm-dialog";

/** Asks before a form that was filled in is closed unsaved, or left before the vault has answered. */
export default function DiscardQuestion({
  saving,
  onClose,
  onDiscard,
}: {
  saving: boolean;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={saving ? "Leave while this is being saved?" : "Discard what you typed?"}
      confirmLabel={saving ? "Leave" : "Discard"}
      onConfirm={onDiscard}
    >
      <p>
        {saving ? "If it can’t be saved, you won’t be told, and what you typed is lost." : "It has not been saved."}
      </p>
    </ConfirmDialog>
  );
}
