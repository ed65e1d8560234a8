import { useEffect, useState } from "react";

/**
 * A secret that can't be fetched again: a hidden tab covers it, and leaving the page ends it, so that the browser's
 * back-forward cache brings nothing back.
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
