import { useSyncExternalStore } from "react";
import { applyTheme, themeStore, type Theme } from "../theme";

/** The chosen theme and how to change it; `undefined` until the page is alive. */
export function useTheme(): [Theme | undefined, (theme: Theme) => void] {
  return [
    useSyncExternalStore<Theme | undefined>(themeStore.subscribe, themeStore.current, () => undefined),
    applyTheme,
  ];
}
