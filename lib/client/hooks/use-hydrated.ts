import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False until the page is hydrated: a form sent earlier would be a plain HTML form, which the API refuses. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
