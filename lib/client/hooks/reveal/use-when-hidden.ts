import { useEffect, useEffectEvent } from "react";

/**
 * While `active`, hides a secret once nobody can see it: another tab is in front, or the page is left, which the browser
 * may bring back as it was. `leave`: what happens then, if it is more than `hide`.
 */
export function useWhenHidden(hide: () => void, active = true, leave = hide): void {
  const onHidden = useEffectEvent(hide);
  const onLeft = useEffectEvent(leave);
  useEffect(() => {
    if (!active) return;
    const onVisibility = () => document.hidden && onHidden();
    const onPageHide = () => onLeft();
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", onPageHide);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", onPageHide);
    };
  }, [active]);
}
