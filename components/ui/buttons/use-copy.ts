import { useEffect, useRef, useState } from "react";
import { copyText } from "@/lib/client/browser/clipboard";
import { describeError } from "@/lib/client/http/describe-error";
import { toast } from "../toasts/toast";

const confirmedMs = 2_000;

/**
 * Copies, and confirms it for two seconds. `text` may be a function: a value can be copied without being shown. `onCopied`
 * is not called for a copy that was refused, or overtaken by a later one.
 */
export function useCopy({ secret = true, onCopied }: { secret?: boolean; onCopied?: (() => void) | undefined } = {}): {
  status: "idle" | "pending" | "copied";
  copy: (text: string | (() => Promise<string>)) => Promise<void>;
} {
  const [status, setStatus] = useState<"idle" | "pending" | "copied">("idle");
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  async function copy(text: string | (() => Promise<string>)) {
    window.clearTimeout(timer.current);
    setStatus("pending");
    try {
      if (!(await copyText(text, { secret }))) return setStatus("idle");
      setStatus("copied");
      onCopied?.();
      timer.current = window.setTimeout(() => setStatus("idle"), confirmedMs);
    } catch (error) {
      setStatus("idle");
      const { kind, message } = describeError(error);
      toast.error(kind === "unknown" ? "The browser refused to copy" : message);
    }
  }
  return { status, copy };
}
