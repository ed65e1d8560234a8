import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { useHydrated } from "@/lib/client/hooks/use-hydrated";
import { LoadBoundary, notLoaded } from "./load-boundary";

type OnDemandOptions = {
  /** For optional parts: shows nothing if it fails to load. */
  quiet?: boolean;
};

const closerOf = (props: object): (() => void) | undefined =>
  "onClose" in props && typeof props.onClose === "function" ? (props.onClose as () => void) : undefined;

/**
 * A component whose script loads when it is first rendered, or earlier by `preload()`; `waiting` is shown until then.
 * It is never server-rendered: buttons that came with the document would lose clicks until their script has loaded. It
 * replaces next/dynamic, which adds 2 KB to every page's first load. A failed load is reported where the component
 * belongs: instead of `waiting`, or in a dialog for one that closes by `onClose`; the rest of the page, and what was
 * typed on it, stays.
 */
export function onDemand<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting?: ReactNode | ((props: P) => ReactNode),
  { quiet = false }: OnDemandOptions = {},
) {
  let brought: ComponentType<P> | undefined;
  const bring = async () => {
    try {
      const loaded = await load();
      brought = loaded.default;
      return loaded;
    } catch (cause) {
      if (quiet) return { default: () => null };
      throw Object.assign(new Error("A part of the page was not loaded", { cause }), { name: notLoaded });
    }
  };
  // React.lazy remembers a failure, so each attempt gets a new one.
  const attempt = () => lazy(bring) as unknown as ComponentType<P>;
  let Lazy = attempt();
  function OnDemand(props: P) {
    // Chosen once: a loaded component is rendered at once, and one that loads later does not remount.
    const [Component, setComponent] = useState(() => brought ?? Lazy);
    const again = () => {
      Lazy = attempt();
      setComponent(() => Lazy);
    };
    const shown = typeof waiting === "function" ? waiting(props) : waiting;
    if (!useHydrated()) return shown;
    return (
      <LoadBoundary
        inDialog={waiting === undefined && closerOf(props) !== undefined}
        onRetry={again}
        onClose={closerOf(props)}
      >
        <Suspense fallback={shown}>
          <Component {...props} />
        </Suspense>
      </LoadBoundary>
    );
  }
  // The renderer reports a failure.
  return Object.assign(OnDemand, { preload: () => void bring().catch(() => undefined) });
}
