"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { Dialog, type DialogProps } from "./dialog";

// Tailwind's `lg`, from which a page makes room for a panel.
const query = "(min-width: 64rem)";

function subscribe(listener: () => void) {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/**
 * One thing in full beside the list that it is in; a dialog where the window is too narrow for both. The page gives it
 * room with `lg:pr-(--panel)`. Escape closes it from everywhere, but from a field outside and from what is open above it.
 */
export function SidePanel({ onOpenChange, ...rest }: Omit<DialogProps, "open" | "beside">) {
  const beside = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const within = target instanceof Element && target.closest("dialog") !== null;
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      (typing(target) && !within) ||
      document.querySelector("dialog:modal, [popover=auto]:popover-open")
    )
      return;
    event.preventDefault();
    onOpenChange(false);
  });
  useEffect(() => {
    if (!beside) return;
    const listen = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [beside]);
  return <Dialog open beside={beside} onOpenChange={onOpenChange} {...rest} />;
}
