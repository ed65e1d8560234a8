"use client";

import { useStore } from "@/lib/client/hooks/use-store";
import { toastStore } from "./toast";

/** Announces the newest toast. An open dialog has its own, because everything around it is inert. */
export function ToastAnnouncer() {
  const latest = useStore(toastStore).at(-1);
  return (
    <p role="status" className="sr-only">
      {latest?.message}
    </p>
  );
}
