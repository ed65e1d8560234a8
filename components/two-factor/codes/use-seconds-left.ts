import { useSyncExternalStore } from "react";
import { secondsLeft } from "./server-clock";

const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all who listen. */
function everyQuarterSecond(listener: () => void) {
  timer ??= window.setInterval(() => {
    for (const each of listeners) each();
  }, 250);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Whole seconds until codes of this period (in seconds) change; renders once a second. */
export const useSecondsLeft = (period: number): number =>
  useSyncExternalStore(
    everyQuarterSecond,
    () => secondsLeft(period),
    () => period,
  );
