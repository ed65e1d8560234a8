import { useSyncExternalStore } from "react";
import { applyTheme, themeStore, type Theme } from "../browser/theme";

/** The chosen theme and its setter; `undefined` until hydrated. */
export function useTheme(): [Theme | undefined, (theme: Theme) => void] {
  return [
    useSyncExternalStore<Theme | undefined>(themeStore.subscribe, themeStore.current, () => undefined),
    applyTheme,
  ];
}
