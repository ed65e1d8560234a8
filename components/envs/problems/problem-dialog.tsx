import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { BrokenLines } from "./broken-lines";
import type { Problem } from "./problems";

export type ProblemDialogProps = {
  name: string;
  problems: readonly Problem[];
  /** Whether the vault has this file, which saving overwrites. */
  replaces: boolean;
  onSave: () => void;
  onClose: () => void;
};

/** Asks before saving a text that readers would misread. */
export function ProblemDialog({ name, problems, replaces, onSave, onClose }: ProblemDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={problems.length === 1 ? `Save ${name} with a problem?` : `Save ${name} with ${problems.length} problems?`}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onSave}>
            Save anyway
          </Button>
        </>
      }
    >
      <BrokenLines name={name} problems={problems} replaces={replaces} />
    </Dialog>
  );
}
