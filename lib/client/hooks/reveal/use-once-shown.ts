import { useState } from "react";
import { useWhenHidden } from "./use-when-hidden";

/**
 * For a secret that can't be fetched again: hiding the tab covers it, and leaving the page calls `end`, so that the
 * browser's back-forward cache does not bring it back.
 */
export function useOnceShown(end: () => void): { shown: boolean; toggle: () => void } {
  const [shown, setShown] = useState(true);
  useWhenHidden(() => setShown(false), true, end);
  return { shown, toggle: () => setShown(!shown) };
}
