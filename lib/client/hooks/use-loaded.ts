import { startTransition, useEffect, useState } from "react";
import { onceLoaded } from "../browser/once-loaded";

/** Whether the page has loaded: what is no first-load code is rendered from then on, in interruptible slices. */
export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => onceLoaded(() => startTransition(() => setLoaded(true))), []);
  return loaded;
}
