import { useEffect } from "react";
import { useWhenHidden } from "@/lib/client/hooks/reveal/use-when-hidden";

const readMilliseconds = 30_000;
const editMilliseconds = 300_000;
const activity = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove"] as const;

/** Hides what is open when the tab is hidden, or after 30 s without activity (5 min with unsaved changes). */
export function useAutoHide({ open, unsaved, hide }: { open: boolean; unsaved: boolean; hide: () => void }): void {
  useWhenHidden(hide, open);
  useEffect(() => {
    if (!open) return;
    const idleMilliseconds = unsaved ? editMilliseconds : readMilliseconds;
    let lastActive = Date.now();
    const onActivity = () => {
      lastActive = Date.now();
    };
    const timer = window.setInterval(() => Date.now() - lastActive >= idleMilliseconds && hide(), 1_000);
    for (const type of activity) window.addEventListener(type, onActivity, { passive: true, capture: true });
    return () => {
      window.clearInterval(timer);
      for (const type of activity) window.removeEventListener(type, onActivity, { capture: true });
    };
  }, [open, unsaved, hide]);
}
