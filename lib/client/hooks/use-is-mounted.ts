import { useCallback, useEffect, useRef } from "react";

/**
 * Tells whether the component is still rendered, be it on a page that is being left: what a late answer may close. By
 * then, a dialog that is no longer rendered may have given way to another one, which must stay.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
