import { useDeferredValue } from "react";

/**
 * What a query has brought, once there is time to draw it. A query tells its news in a stroke that nothing interrupts;
 * drawn in it, a first list takes 20 ms, four times that on a phone. Drawn from this it is made in slices, between which
 * the page answers. Later news are drawn at once.
 */
export function useDeferred<T>(data: T | undefined): T | undefined {
  const drawn = useDeferredValue(data !== undefined);
  return drawn ? data : undefined;
}
