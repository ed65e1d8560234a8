import { ConfirmDialog } from "./confirm-dialog";

/** Asks before a form that was filled in is closed unsaved. */
export default function DiscardQuestion({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Discard what you typed?"
      confirmLabel="Discard"
      onConfirm={onDiscard}
    >
      <p>It has not been saved.</p>
    </ConfirmDialog>
  );
}
