"use client";

import { useEffect } from "react";
import { onceLoaded } from "@/lib/client/browser/once-loaded";

/** A session that has ended may have left a secret in the clipboard: it is cleared in its time here too. */
export function ClearsCopied() {
  useEffect(
    () =>
      onceLoaded(() => {
        // If it can't be loaded, the next page does it.
        import("@/lib/client/browser/clipboard").then(
          ({ resumeClearing }) => resumeClearing(),
          () => undefined,
        );
      }),
    [],
  );
  return null;
}
