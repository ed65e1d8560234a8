import { useEffect, useState } from "react";
import { onceLoaded } from "../once-loaded";

/** Whether the page has loaded: what is no first-load code is rendered from then on. */
export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => onceLoaded(() => setLoaded(true)), []);
  return loaded;
}
