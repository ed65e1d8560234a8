import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False until the page's script runs: a form sent before that would be the browser's own, and the API takes none. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
