import { useCallback, useEffect, useRef } from "react";

/**
 * Tells whether the component is still there, for what follows an answer of the vault: whoever left meanwhile has
 * something else open by then, which a late answer must neither close nor replace.
 */
export function useIsThere(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return useCallback(() => !gone.current, []);
}
