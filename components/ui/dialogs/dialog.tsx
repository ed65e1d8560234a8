"use client";

import { X } from "lucide-react";
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { cn } from "../class-names";
import { IconButton } from "../buttons/icon-button";
import { showModally } from "./show-modally";
import { ToastAnnouncer } from "../toasts/toast-announcer";

export type DialogProps = {
  open: boolean;
  /** Called by Escape, the backdrop and the close button; the caller may refuse, to guard unsaved changes. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: "small" | "medium" | "large";
  /** The title is read out, not shown. */
  titleHidden?: boolean;
  /** Buttons at the bottom; for a form's submit button give it `form={id}`. */
  footer?: ReactNode;
  children?: ReactNode;
};

/**
 * The browser's modal dialog: it traps the focus, restores it, and needs no overlay script. Its content exists only
 * while it is open, so form state and secrets are dropped with it. Mark the first field with data-autofocus.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** Of the heading of a dialog or panel: as high as the button beside it. A name that is one long word breaks anywhere. */
export const titleStyle = "flex min-h-control items-center text-base wrap-anywhere";

const sizes = { small: "sm:max-w-sm", medium: "sm:max-w-lg", large: "sm:max-w-3xl" };

function OpenDialog({
  onOpenChange,
  title,
  description,
  size = "medium",
  titleHidden = false,
  footer,
  children,
}: Omit<DialogProps, "open">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const dismiss = useEffectEvent(() => onOpenChange(false));

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const hide = showModally(element, () => dismiss());
    const first =
      element.querySelector<HTMLElement>("[data-autofocus]") ??
      element.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select");
    (first ?? element).focus();
    return hide;
  }, []);

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-about` : undefined}
      className={cn(
        "fixed inset-0 m-auto mb-0 h-fit max-h-[calc(100dvh-1.5rem)] w-full max-w-none animate-rise flex-col overflow-hidden rounded-t-lg border border-line bg-surface text-ink shadow-sheet backdrop:bg-scrim open:flex sm:mb-auto sm:w-[calc(100%-2rem)] sm:rounded-lg",
        sizes[size],
      )}
    >
      <header
        className={cn("flex items-start gap-3 border-b border-line py-2.5 pr-2.5 pl-4", titleHidden && "sr-only")}
      >
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className={titleStyle}>
            {title}
          </h2>
          {description && (
            <p id={`${id}-about`} className="pb-1 text-sm text-muted">
              {description}
            </p>
          )}
        </div>
        {!titleHidden && <IconButton label="Close" icon={<X />} tooltip={false} onClick={() => onOpenChange(false)} />}
      </header>
      {children && (
        <div className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain", !titleHidden && "p-4")}>{children}</div>
      )}
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-canvas px-4 py-3">{footer}</footer>
      )}
      <ToastAnnouncer />
    </dialog>
  );
}
