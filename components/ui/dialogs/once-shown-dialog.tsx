"use client";

import { type ReactNode, useEffect, useState } from "react";
import { asksFirst } from "@/lib/client/asking-first";
import { useLeaveGuard } from "@/lib/client/hooks/address/use-leave-guard";
import { useCopied } from "@/lib/client/hooks/use-copied";
import { useOnceShown } from "@/lib/client/hooks/reveal/use-once-shown";
import { Button } from "../buttons/button";
import { Dialog } from "./dialog";

/** What the inside of the dialog gets to work with. */
export type OnceShown = {
  /** False once the tab was hidden, or after a click on "Hide". */
  shown: boolean;
  toggle: () => void;
  /** Says that the secret was kept without the copy button: selected and copied, or downloaded. */
  markKept: () => void;
};

/**
 * Shows a secret that the server can't give again. Until it is kept, the first attempt to close it or to leave the page
 * only leads to a warning.
 */
export function OnceShownDialog({
  title,
  description,
  unkept,
  closeUnkept = "Close without copying",
  allKept,
  onClose,
  children,
}: {
  title: string;
  description: string;
  /** What stands there after the first attempt to close: "You haven’t copied the key. …" */
  unkept: string;
  closeUnkept?: string;
  /** Of several secrets, whether each was copied. Undefined for one, which any copy keeps. */
  allKept?: boolean | undefined;
  onClose: () => void;
  children: (secret: OnceShown) => ReactNode;
}) {
  const { shown, toggle } = useOnceShown(onClose);
  const copied = useCopied();
  const [keptOtherwise, setKeptOtherwise] = useState(false);
  const [warned, setWarned] = useState(false);
  const kept = (allKept ?? copied) || keptOtherwise;
  const warns = !kept && !warned;
  const close = () => (warns ? setWarned(true) : onClose());
  useLeaveGuard(warns, () => setWarned(true));
  useEffect(() => (warns ? asksFirst(() => setWarned(true)) : undefined), [warns]);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      description={description}
      footer={
        <Button variant={kept ? "primary" : "secondary"} onClick={close}>
          {warned && !kept ? closeUnkept : "Done"}
        </Button>
      }
    >
      <div className="space-y-4">
        {children({ shown, toggle, markKept: () => setKeptOtherwise(true) })}
        <p role="status" className="min-h-5 text-sm font-medium text-warning-ink">
          {warned && !kept ? unkept : ""}
        </p>
      </div>
    </Dialog>
  );
}
