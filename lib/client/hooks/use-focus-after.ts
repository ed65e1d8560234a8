import { useEffect, useRef, useState } from "react";

/**
 * After `arm`, moves the focus to the first of these elements that exists once the dialog is gone: its trigger may be
 * gone too.
 */
export function useFocusAfter(...selectors: string[]): { arm: () => void } {
  const [wanted] = useState(selectors);
  const armed = useRef(false);
  useEffect(
    () => () => {
      // After the dialog has restored the focus, or found nowhere to restore it to.
      if (armed.current)
        wanted
          .map((selector) => document.querySelector<HTMLElement>(selector))
          .find(Boolean)
          ?.focus();
    },
    [wanted],
  );
  return {
    arm: () => {
      armed.current = true;
    },
  };
}
