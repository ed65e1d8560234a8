import { useEffect, useState } from "react";

/**
 * Once the dialog is gone: if nothing has the focus, since what had opened the dialog went too or was on another page, this
 * element gets it.
 */
export function useFocusKept(selector: string): void {
  const [wanted] = useState(selector);
  useEffect(
    () => () => {
      // After the dialog has restored the focus, or found nowhere to restore it to.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(wanted)?.focus();
    },
    [wanted],
  );
}
