import { useDeferredValue } from "react";

/**
 * Query data, rendered when there is time. A query announces its data synchronously, and rendering a first list in that
 * step takes 20 ms, four times that on a phone. Deferred, it renders in interruptible slices. Later data is rendered at
 * once.
 */
export function useDeferred<T>(data: T | undefined): T | undefined {
  const drawn = useDeferredValue(data !== undefined);
  return drawn ? data : undefined;
}
