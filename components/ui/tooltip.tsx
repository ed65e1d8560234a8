"use client";

import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from "react";
import { positionPopover, type Placement } from "./dialogs/popover-position";

const delayMilliseconds = 450;

/**
 * A short hint on hover and keyboard focus; Escape hides it. It repeats or explains its child, whose own label must
 * suffice: touch users never see a tooltip.
 */
export function Tooltip({
  content,
  side = "above",
  children,
}: {
  content: ReactNode;
  side?: Placement["side"] | undefined;
  children: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const timer = useRef<number>(undefined);
  const anchor = useRef<HTMLSpanElement>(null);
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  // Never at once: a focus that comes back from a closing menu arrives while that popover is still being hidden.
  const show = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), delayMilliseconds);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <span
      ref={anchor}
      className="contents"
      onPointerOver={(event) => event.pointerType === "mouse" && show()}
      onPointerOut={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {open && (
        <Bubble anchor={anchor} side={side}>
          {content}
        </Bubble>
      )}
    </span>
  );
}

function Bubble({
  anchor,
  side,
  children,
}: {
  anchor: { current: HTMLElement | null };
  side: Placement["side"];
  children: ReactNode;
}) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    const target = anchor.current?.firstElementChild;
    if (!element || !target || !("showPopover" in element)) return;
    element.showPopover();
    positionPopover(element, target, { side });
  }, [anchor, side]);
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden
      className="floating pointer-events-none max-w-64 rounded-sm border-transparent bg-ink px-2 py-1 text-xs font-medium text-canvas"
    >
      {children}
    </span>
  );
}
