import { useEffect, useState } from "react";

/**
 * For a secret that can't be fetched again: hiding the tab covers it, and leaving the page calls `end`, so that the
 * browser's back-forward cache does not bring it back.
 */
export function useOnceShown(end: () => void): { shown: boolean; toggle: () => void } {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const onVisibility = () => document.hidden && setShown(false);
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", end);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", end);
    };
  }, [end]);
  return { shown, toggle: () => setShown(!shown) };
}
