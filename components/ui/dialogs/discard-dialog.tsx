import { ConfirmDialog } from "./confirm-dialog";

export type DiscardDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onDiscard: () => void };

/** Asks before a form that was filled in is closed unsaved. */
export function DiscardDialog({ open, onOpenChange, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Discard what you typed?"
      confirmLabel="Discard"
      onConfirm={onDiscard}
    >
      <p>It has not been saved.</p>
    </ConfirmDialog>
  );
}
