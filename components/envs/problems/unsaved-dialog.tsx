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
  /** The editor has sent it to the vault, which has not answered yet. */
  saving: boolean;
  /** The vault no longer has the project, so nothing can be saved. */
  gone: boolean;
  /** False if it could not be saved; the reason is then shown beside the editor. */
  onSave: () => Promise<boolean>;
  /** Continues to where the user was going. */
  onProceed: () => void;
  onClose: () => void;
};

const words = {
  unsaved: {
    title: (name: string) => `Save ${name} first?`,
    about: "You have unsaved changes. They are lost if you leave without saving.",
    leave: "Discard changes",
  },
  saving: {
    title: () => "Leave while this is being saved?",
    about: "If it can’t be saved, your changes are lost.",
    leave: "Leave",
  },
  gone: {
    title: (name: string) => `Discard your changes to ${name}?`,
    about:
      "This env project no longer exists, so they can’t be saved here. If you still need them, copy or download your text first.",
    leave: "Discard changes",
  },
};

/** Asks before unsaved text is left: it can be saved first, unless it is being saved already, or can't be. */
export function UnsavedDialog(props: UnsavedDialogProps) {
  const { name, problems, replaces, saving, gone, onSave, onProceed, onClose } = props;
  const [pending, setPending] = useState(false);
  async function save() {
    setPending(true);
    if (await onSave()) onProceed();
    else onClose();
  }
  const how = gone ? "gone" : saving && !pending ? "saving" : "unsaved";
  const { title, about, leave } = words[how];
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={title(name)}
      size="small"
      footer={
        <>
          <Button data-autofocus onClick={onClose} disabled={pending}>
            Keep editing
          </Button>
          <Button variant={how === "unsaved" ? "danger-quiet" : "danger"} onClick={onProceed} disabled={pending}>
            {leave}
          </Button>
          {how === "unsaved" && (
            <Button variant="primary" pending={pending} onClick={() => void save()}>
              {problems.length > 0 ? "Save anyway" : "Save"}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-3">
        <p className="text-sm">{about}</p>
        {how === "unsaved" && problems.length > 0 && (
          <BrokenLines name={name} problems={problems} replaces={replaces} />
        )}
      </div>
    </Dialog>
  );
}
