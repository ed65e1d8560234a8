import { useDeferredValue, useEffectEvent, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { leavesSearch } from "./list-keys";

/**
 * What a list with a search shows: `typed`, as soon as there is time to draw it. A key that leads from the search into the
 * list draws it at once: its first item is then one of those that were asked for.
 */
export function useListFilter<T>(typed: T): T {
  const deferred = useDeferredValue(typed);
  const [needed, setNeeded] = useState<{ typed: T }>();
  const catchUp = useEffectEvent(() => deferred !== typed && flushSync(() => setNeeded({ typed })));
  useLayoutEffect(() => {
    // Before the list's own keys.
    const onKeyDown = (event: KeyboardEvent) => leavesSearch(event) && catchUp();
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
  return needed?.typed === typed ? typed : deferred;
}
