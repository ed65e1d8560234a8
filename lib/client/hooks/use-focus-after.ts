import { useEffect, useRef, useState } from "react";
import { useIsThere } from "./use-is-there";

/** Moves the focus to the first of these elements that exists once the dialog is gone, if `isWanted` then. */
function useFocusOnceGone(selectors: readonly string[], isWanted: () => boolean): void {
  const [given] = useState({ selectors, isWanted });
  useEffect(
    () => () => {
      // After the dialog has restored the focus, or found nowhere to restore it to.
      if (given.isWanted())
        given.selectors
          .map((selector) => document.querySelector<HTMLElement>(selector))
          .find(Boolean)
          ?.focus();
    },
    [given],
  );
}

/** After `arm`: the dialog's trigger may be gone too. Whoever has left by then, or is on their way, keeps their focus. */
export function useFocusAfter(...selectors: string[]): { arm: () => void } {
  const armed = useRef(false);
  const isThere = useIsThere();
  useFocusOnceGone(selectors, () => armed.current);
  return {
    arm: () => {
      armed.current = isThere();
    },
  };
}

/** If nothing has the focus then, since what had opened the dialog went too or was on another page. */
export const useFocusKept = (...selectors: string[]): void =>
  useFocusOnceGone(selectors, () => document.activeElement === document.body);
