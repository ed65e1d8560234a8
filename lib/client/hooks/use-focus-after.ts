import { useEffect, useRef, useState } from "react";

/** Moves the focus to the first of these that is there when this dialog is gone, once `arm` was called: what opened it may be gone too. */
export function useFocusAfter(...selectors: string[]): { arm: () => void } {
  const [wanted] = useState(selectors);
  const armed = useRef(false);
  useEffect(
    () => () => {
      // After the dialog gave the focus back, or found nobody to give it to.
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
