"use client";

import { useSyncExternalStore } from "react";
import { toastStore } from "./toast";

/** Announces the newest toast. An open dialog has its own, because everything around it is inert. */
export function ToastAnnouncer() {
  const latest = useSyncExternalStore(toastStore.subscribe, toastStore.current, toastStore.onServer).at(-1);
  return (
    <p role="status" className="sr-only">
      {latest?.message}
    </p>
  );
}
