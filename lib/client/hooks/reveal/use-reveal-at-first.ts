import { useEffect, useRef } from "react";

/** Requested by the click that opened what shows it: one click shows the value. */
export function useRevealAtFirst(reveal: () => Promise<void>, wanted: boolean): void {
  const asked = useRef(!wanted);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void reveal();
  }, [reveal]);
}
