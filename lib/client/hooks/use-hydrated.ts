import { useDeferredValue, useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False until the page is hydrated: a form sent earlier would be a plain HTML form, which the API refuses. Deferred,
 * since React renders what a store changes in one step: all that waits for it would block a phone for 100 ms.
 */
export const useHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  );
