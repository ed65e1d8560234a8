import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { LoadBoundary, notLoaded } from "./load-boundary";

type OnDemandOptions = {
  /** Nobody asked for it and nobody misses it: says nothing where it does not come. */
  quiet?: boolean;
};

const closerOf = (props: object): (() => void) | undefined =>
  "onClose" in props && typeof props.onClose === "function" ? (props.onClose as () => void) : undefined;

/**
 * A component whose script comes when it is first drawn, or ahead of that by `preload()`; `waiting` stands in its place until then.
 * For what a press or fetched data brings: the server never draws it. It stands in for next/dynamic, which is 2 KB of every
 * page's first load. A script that does not come is told where it is missed: in the place of `waiting`, or in a dialog for one
 * that closes by `onClose`; the rest of the page, and what was typed on it, stays.
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
  // What failed stays failed in it: each try has one of its own.
  const attempt = () => lazy(bring) as unknown as ComponentType<P>;
  let Lazy = attempt();
  function OnDemand(props: P) {
    // Chosen once: what is there already is drawn at once, and what came late is not drawn anew.
    const [Component, setComponent] = useState(() => brought ?? Lazy);
    const again = () => {
      Lazy = attempt();
      setComponent(() => Lazy);
    };
    return (
      <LoadBoundary
        inDialog={waiting === undefined && closerOf(props) !== undefined}
        onRetry={again}
        onClose={closerOf(props)}
      >
        <Suspense fallback={typeof waiting === "function" ? waiting(props) : waiting}>
          <Component {...props} />
        </Suspense>
      </LoadBoundary>
    );
  }
  // A failure is for the one who draws it.
  return Object.assign(OnDemand, { preload: () => void bring().catch(() => undefined) });
}
