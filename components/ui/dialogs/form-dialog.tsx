import { type ReactNode, type SubmitEvent, useId } from "react";
import { Button } from "../buttons/button";
import { ErrorNote } from "../states/error-state";
import { Dialog, type DialogProps } from "./dialog";

type FormDialogProps = Pick<DialogProps, "title" | "description" | "size"> & {
  /** The title's verb. */
  submitLabel: string;
  submitDisabled?: boolean;
  /** While it is sent, the dialog stays. */
  pending: boolean;
  onSubmit: (event: SubmitEvent) => Promise<unknown>;
  onClose: () => void;
  /** What the server refused that belongs to no field. */
  error?: string | undefined;
  /** What asks before typed text is lost (`useDiscard`). */
  question?: ReactNode;
  /** Stands before the buttons. */
  footerStart?: ReactNode;
  /** More room between the fields, for those with descriptions. */
  spacious?: boolean;
  children: ReactNode;
};

/** An open dialog that is a form. Inputs are checked by the form itself, not by the browser. */
export function FormDialog({
  submitLabel,
  submitDisabled,
  pending,
  onSubmit,
  onClose,
  error,
  question,
  footerStart,
  spacious = false,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={() => !pending && onClose()}
      footer={
        <>
          {footerStart}
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={pending} disabled={submitDisabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className={spacious ? "space-y-5" : "space-y-4"}
      >
        {children}
        {error && <ErrorNote error={error} />}
      </form>
      {question}
    </Dialog>
  );
}
