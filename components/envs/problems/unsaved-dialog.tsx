import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { BrokenLines } from "./broken-lines";
import type { Problem } from "./problems";

export type UnsavedDialogProps = {
  name: string;
  /** The problems that saving would introduce. */
  problems: readonly Problem[];
  /** Whether the vault has this file, which saving overwrites. */
  replaces: boolean;
  /** False if it could not be saved; the reason is then shown beside the editor. */
  onSave: () => Promise<boolean>;
  /** Continues to where the user was going. */
  onProceed: () => void;
  onClose: () => void;
};

export function UnsavedDialog({ name, problems, replaces, onSave, onProceed, onClose }: UnsavedDialogProps) {
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
          <Button data-autofocus onClick={onClose} disabled={saving}>
            Keep editing
          </Button>
          <Button variant="danger-quiet" onClick={onProceed} disabled={saving}>
            Discard changes
          </Button>
          <Button variant="primary" pending={saving} onClick={() => void save()}>
            {problems.length > 0 ? "Save anyway" : "Save"}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p className="text-sm">You have unsaved changes. They are lost if you leave without saving.</p>
        {problems.length > 0 && <BrokenLines name={name} problems={problems} replaces={replaces} />}
      </div>
    </Dialog>
  );
}
