import { useEffect, useState } from "react";
import { clipboardStore } from "../browser/clipboard";

/** Whether the secret was copied while it was shown; a refused copy does not count. */
export function useCopied(): boolean {
  const [copied, setCopied] = useState(false);
  useEffect(
    () =>
      clipboardStore.subscribe(() => {
        const { status } = clipboardStore.current();
        if (status === "clearing" || status === "manual") setCopied(true);
      }),
    [],
  );
  return copied;
}
