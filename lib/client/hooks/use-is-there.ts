import { useCallback, useEffect, useRef } from "react";
import { pageNow } from "../browser/page-now";
import { useIsMounted } from "./use-is-mounted";

/**
 * Tells whether the component is still there, and its page is not being left, for what follows an answer of the vault:
 * whoever left meanwhile has something else open by then, which a late answer must neither close nor replace, and whoever
 * is on their way would be called back, or lose with this page what it shows.
 */
export function useIsThere(): () => boolean {
  const isThere = useRef<() => boolean>(() => true);
  useEffect(() => {
    isThere.current = pageNow();
    return () => {
      isThere.current = () => false;
    };
  }, []);
  return useCallback(() => isThere.current(), []);
}

/**
 * The same for what stays while the pages under it change: counted from the call of what this returns, so from when a
 * request is sent.
 */
export function useIsThereFromNow(): () => () => boolean {
  const isMounted = useIsMounted();
  return () => {
    const isShown = pageNow();
    return () => isMounted() && isShown();
  };
}
