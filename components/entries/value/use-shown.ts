import { useCallback, useEffect, useRef, useState } from "react";
import { useWhenHidden } from "@/lib/client/hooks/reveal/use-when-hidden";

const shownMilliseconds = 30_000;

/** Whether typed secrets are visible. Hidden again after 30 s without typing, and when the tab is hidden. */
export function useShown(initially = false): { shown: boolean; toggle: () => void; hold: () => void } {
  const [shown, setShown] = useState(initially);
  const timer = useRef<number>(undefined);
  const hold = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(false), shownMilliseconds);
  }, []);
  useEffect(() => {
    if (!shown) return;
    hold();
    return () => window.clearTimeout(timer.current);
  }, [shown, hold]);
  useWhenHidden(() => setShown(false), shown);
  return { shown, toggle: useCallback(() => setShown((last) => !last), []), hold };
}
