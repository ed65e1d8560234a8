import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";

/**
 * A component whose script comes when it is first drawn, or ahead of that by `preload()`; `waiting` stands in its place until then.
 * For what a press or fetched data brings: the server never draws it. It stands in for next/dynamic, which is 2 KB of every
 * page's first load.
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, waiting?: ReactNode | ((props: P) => ReactNode)) {
  let brought: ComponentType<P> | undefined;
  const bring = async () => {
    const loaded = await load();
    brought = loaded.default;
    return loaded;
  };
  const Lazy = lazy(bring) as unknown as ComponentType<P>;
  function OnDemand(props: P) {
    // Chosen once: what is there already is drawn at once, and what came late is not drawn anew.
    const [Component] = useState(() => brought ?? Lazy);
    return (
      <Suspense fallback={typeof waiting === "function" ? waiting(props) : waiting}>
        <Component {...props} />
      </Suspense>
    );
  }
  // A failure is for the one who draws it.
  return Object.assign(OnDemand, { preload: () => void bring().catch(() => undefined) });
}
