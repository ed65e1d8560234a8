import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

export type UnsavedDialogProps = {
  name: string;
  /** False when it could not be saved; what happened is then said beside the editor. */
  onSave: () => Promise<boolean>;
  /** Goes on to where one was about to go. */
  onProceed: () => void;
  onClose: () => void;
};

export function UnsavedDialog({ name, onSave, onProceed, onClose }: UnsavedDialogProps) {
  const [saving, setSaving] = useState(false);
  async function save() {
    setSaving(true);
    if (await onSave()) onProceed();
    else onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={() => !saving && onClose()}
      title={`Save ${name} first?`}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={onClose} disabled={saving}>Keep editing</Button>
          <Button variant="danger-quiet" onClick={onProceed} disabled={saving}>Discard changes</Button>
          <Button variant="primary" pending={saving} onClick={() => void save()}>Save</Button>
        </>
      }
    >
      <p className="text-sm">It has changes that the vault does not have yet. They are lost if you go on without saving.</p>
    </Dialog>
  );
}
