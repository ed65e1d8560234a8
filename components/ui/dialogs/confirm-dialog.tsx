"use client";

import { useId, useState, type ReactNode } from "react";
import { useIsThereFromNow } from "@/lib/client/hooks/use-is-there";
import { Button } from "../buttons/button";
import { Dialog } from "./dialog";
import { ErrorNote } from "../states/error-state";
import { Field } from "../inputs/field";
import { Input } from "../inputs/input";
import { tellLeft } from "../toasts/tell-left";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, with names and numbers. */
  children: ReactNode;
  confirmLabel: string;
  /** Has to be typed before the button works. */
  typeToConfirm?: string;
  tone?: "danger" | "primary";
  /**
   * A rejection stays in the dialog as its message, and is told elsewhere to whoever left before that; `false` keeps it
   * open; all else closes it, unless it was left.
   */
  onConfirm: () => Promise<unknown> | void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  // Mounted by Dialog on opening, so each opening starts clean.
  return props.open ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  typeToConfirm,
  tone = "danger",
  onConfirm,
}: ConfirmDialogProps) {
  const form = useId();
  const isThereFromNow = useIsThereFromNow();
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirmed = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  async function confirm() {
    if (!confirmed || pending) return;
    setPending(true);
    setError(undefined);
    let isThere = isThereFromNow();
    try {
      const answer = onConfirm();
      // What waits for no answer may itself be what leaves for another page.
      if (answer === undefined) isThere = isThereFromNow();
      if ((await answer) !== false && isThere()) return onOpenChange(false);
    } catch (cause) {
      setError(cause);
      if (!isThere()) tellLeft(confirmLabel, cause);
    }
    // Whoever is on their way but has not arrived can still close it.
    setPending(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title={title}
      size="small"
      footer={
        <>
          <Button
            data-autofocus={typeToConfirm === undefined || undefined}
            onClick={() => onOpenChange(false)}
            disabled={pending}
          >
            Cancel
          </Button>
          <Button type="submit" form={form} variant={tone} pending={pending} disabled={!confirmed}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
        className="space-y-4 text-sm"
      >
        <div className="space-y-2">{children}</div>
        {typeToConfirm !== undefined && (
          <Field
            label={
              <>
                Type <strong className="font-mono font-semibold break-all select-all">{typeToConfirm}</strong> to
                confirm
              </>
            }
          >
            {(control) => (
              <Input
                {...control}
                data-autofocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                mono
              />
            )}
          </Field>
        )}
        {error !== undefined && <ErrorNote error={error} />}
      </form>
    </Dialog>
  );
}
