import { useEffect, useState } from "react";
import { clipboardStore } from "../clipboard";

/** Whether a secret reached the clipboard while this stood on the screen: a refused copy does not count. */
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
