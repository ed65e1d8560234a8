"use client";

import { X } from "lucide-react";
import { useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { mediaStore } from "@/lib/client/browser/media-store";
import { useStore } from "@/lib/client/hooks/use-store";
import { cn } from "../class-names";
import { titleStyle, type DialogProps } from "./dialog";
import { IconButton } from "../buttons/icon-button";
import { showModally } from "./show-modally";
import { ToastAnnouncer } from "../toasts/toast-announcer";

// Tailwind's `lg`, from which a page makes room for a panel.
const roomBeside = mediaStore("(min-width: 64rem)", false);

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

const looks = {
  beside: "inset-y-0 right-0 left-auto z-20 m-0 h-dvh max-h-none w-(--panel) border-l focus-visible:-outline-offset-2",
  over: "inset-0 m-auto mb-0 h-fit max-h-[calc(100dvh-1.5rem)] w-full animate-rise rounded-t-lg border shadow-sheet sm:mb-auto sm:w-[calc(100%-2rem)] sm:max-w-lg sm:rounded-lg",
};

/**
 * One thing in full beside the list that it is in; a modal dialog where the window is too narrow for both. The page gives
 * it room with `lg:pr-(--panel)`. Escape closes it from everywhere, but from a field outside and from what is open above it.
 */
export function SidePanel({
  onOpenChange,
  title,
  footer,
  children,
}: Pick<DialogProps, "onOpenChange" | "title" | "footer" | "children">) {
  const beside = useStore(roomBeside);
  const panel = useRef<HTMLDialogElement>(null);
  // What had the focus while the window became wide enough, or too narrow.
  const focused = useRef<Element>(null);
  const id = useId();
  const dismiss = useEffectEvent(() => onOpenChange(false));
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      (typing(target) && !panel.current?.contains(target as Node)) ||
      document.querySelector("dialog:modal, [popover=auto]:popover-open")
    )
      return;
    event.preventDefault();
    onOpenChange(false);
  });

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const listen = (event: KeyboardEvent) => onEscape(event);
    let hide = () => element.close();
    if (beside) {
      element.show();
      window.addEventListener("keydown", listen);
    } else hide = showModally(element, () => dismiss());
    const first =
      focused.current ??
      element.querySelector("[data-autofocus]") ??
      element.querySelector("input:not([type=hidden]), textarea, select") ??
      element;
    (first as HTMLElement).focus();
    return () => {
      window.removeEventListener("keydown", listen);
      focused.current = element.contains(document.activeElement) ? document.activeElement : null;
      hide();
    };
  }, [beside]);

  return (
    <dialog
      ref={panel}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={cn(
        "fixed max-w-none flex-col overflow-hidden border-line bg-surface text-ink backdrop:bg-scrim open:flex",
        beside ? looks.beside : looks.over,
      )}
    >
      <header className="flex items-start gap-3 border-b border-line py-2.5 pr-2.5 pl-4">
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className={titleStyle}>
            {title}
          </h2>
        </div>
        <IconButton label="Close" icon={<X />} tooltip={false} onClick={() => onOpenChange(false)} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-canvas px-4 py-3">{footer}</footer>
      )}
      <ToastAnnouncer />
    </dialog>
  );
}
