import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWhenHidden } from "./use-when-hidden";

const shownMilliseconds = 30_000;

export type Reveal<T> = {
  /** Undefined unless it is being shown. */
  value: T | undefined;
  pending: boolean;
  error: unknown;
  /** When it hides itself (ms since the epoch), for a countdown. */
  hidesAt: number | undefined;
  reveal: () => Promise<void>;
  hide: () => void;
};

/**
 * Fetches a secret into this component's state only. It is dropped after 30 s, when the tab is hidden, when another
 * value is stored and when the component unmounts; a response that arrives later is dropped too.
 */
export function useReveal<T>(
  fetchSecret: (signal: AbortSignal) => Promise<T>,
  {
    hideAfterMilliseconds = shownMilliseconds,
    stored,
  }: {
    hideAfterMilliseconds?: number;
    /** The version of what is stored: once it is another one, what is shown is a former value. */
    stored?: number | undefined;
  } = {},
): Reveal<T> {
  const [state, setState] = useState<{ value?: T; pending: boolean; error?: unknown; hidesAt?: number }>({
    pending: false,
  });
  const request = useRef<AbortController>(undefined);

  const hide = useCallback(() => {
    request.current?.abort();
    setState({ pending: false });
  }, []);

  const reveal = useCallback(async () => {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setState({ pending: true });
    try {
      const value = await fetchSecret(own.signal);
      if (!own.signal.aborted) setState({ value, pending: false, hidesAt: Date.now() + hideAfterMilliseconds });
    } catch (error) {
      if (!own.signal.aborted) setState({ pending: false, error });
    }
  }, [fetchSecret, hideAfterMilliseconds]);

  // In the same step in which the rest of what is stored now is drawn.
  useLayoutEffect(() => hide, [stored, hide]);

  useWhenHidden(hide, state.pending || state.hidesAt !== undefined);

  useEffect(() => {
    if (state.hidesAt === undefined) return;
    const timer = window.setTimeout(hide, state.hidesAt - Date.now());
    return () => window.clearTimeout(timer);
  }, [state.hidesAt, hide]);

  return { value: state.value, pending: state.pending, error: state.error, hidesAt: state.hidesAt, reveal, hide };
}
