"use client";

import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { positionPopover } from "./popover-position";
import { ToastAnnouncer } from "../toasts/toast-announcer";

export type PopoverDialogProps = {
  title: ReactNode;
  /** The control that opened it. */
  anchor: HTMLElement | null;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A few fields beside the control that opened them, instead of a dialog over a dialog. Escape and a click elsewhere
 * close it, and the focus returns. It is outside the form that the control belongs to, and inside the dialog: what is
 * outside a modal dialog can't be operated.
 */
export function PopoverDialog({ title, anchor, footer, onClose, children }: PopoverDialogProps) {
  const popover = useRef<HTMLDivElement>(null);
  const id = useId();
  const onHidden = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = popover.current;
    if (!element || !anchor) return;
    element.showPopover();
    const sizes = new ResizeObserver(() => positionPopover(element, anchor, { align: "start" }));
    sizes.observe(element);
    positionPopover(element, anchor, { align: "start" });
    (element.querySelector<HTMLElement>("[data-autofocus]") ?? element).focus();
    const onToggle = (event: ToggleEvent) => event.newState === "closed" && onHidden();
    element.addEventListener("toggle", onToggle);
    return () => {
      element.removeEventListener("toggle", onToggle);
      sizes.disconnect();
      // Hidden before it is removed: only then does the browser restore the focus.
      element.hidePopover();
    };
  }, [anchor]);

  return createPortal(
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className="floating max-h-[calc(100dvh-1rem)] w-104 max-w-[calc(100vw-1rem)] flex-col overflow-hidden! rounded-lg border border-line bg-surface p-0 text-ink shadow-float open:flex"
    >
      <h2 id={`${id}-title`} className="px-3 pt-2.5 text-sm">
        {title}
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">{children}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-canvas px-3 py-2">{footer}</footer>
      )}
      <ToastAnnouncer />
    </div>,
    anchor?.closest("dialog") ?? document.body,
  );
}
