import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { BrokenLines } from "./broken-lines";
import type { Problem } from "./problems";

export type ProblemDialogProps = {
  name: string;
  problems: readonly Problem[];
  /** Whether the vault has such a file, which saving writes over. */
  replaces: boolean;
  onSave: () => void;
  onClose: () => void;
};

/** Asked before a text is stored that its readers would stumble over. */
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
