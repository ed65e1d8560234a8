import { useSyncExternalStore } from "react";
import { clockStore, periodMilliseconds, secondsLeft } from "./server-clock";

/** The server's clock minus this device's, in ms. */
export const useClockOffset = (): number =>
  useSyncExternalStore(clockStore.subscribe, clockStore.offset, clockStore.onServer);

function everyQuarterSecond(listener: () => void) {
  const timer = window.setInterval(listener, 250);
  return () => window.clearInterval(timer);
}

const onServer = () => periodMilliseconds / 1000;

/** Whole seconds until all codes change; renders once a second. */
export const useSecondsLeft = (): number => useSyncExternalStore(everyQuarterSecond, secondsLeft, onServer);
