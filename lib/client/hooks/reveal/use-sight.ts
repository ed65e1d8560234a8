import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { announce, isWritten, sightAddress } from "../../sight-address";

/** How a page's sight stands in its address. */
export type SightText<Sight> = {
  read: (query: string) => Sight;
  write: (sight: Sight) => string;
  /** Whether a query asks for a dialog that opens once, and that the address then forgets. */
  asksForDialog: (query: string) => boolean;
};

/**
 * What the page shows, kept in its address. `show` changes it: as a page to go back to with `push`, and `later` while it
 * is typed. `onArrive` is called for an address that something else led to: a link, the palette, Back; some ask for a
 * dialog. While it is `held`, by what somebody types, the page stays as it is: `show` then goes there, or writes the
 * address again. `text` must be stable across renders.
 */
export function useSight<Sight>(
  text: SightText<Sight>,
  held: boolean,
  onArrive: (arrived: Sight, asksForDialog: boolean) => void,
) {
  const path = usePathname();
  const address = useMemo(() => sightAddress(path), [path]);
  const query = useSearchParams().toString();
  const [sight, setSight] = useState(() => text.read(query));
  const [handled, setHandled] = useState<string>();
  if (query !== handled) {
    // During rendering, so that the page never appears without what the link asks for.
    setHandled(query);
    if (!isWritten(query)) {
      const arrived = text.read(query);
      const asks = text.asksForDialog(query);
      if (!held) setSight(arrived);
      // The page itself starts with the first one.
      if (handled !== undefined || asks) onArrive(arrived, asks);
    }
  }
  const latest = useRef(sight);
  useEffect(() => {
    latest.current = sight;
  }, [sight]);
  const arrive = useEffectEvent((arrived: Sight) => onArrive(arrived, false));
  const isHeld = useEffectEvent(() => held);
  const routerState = useRef<unknown>(undefined);
  useEffect(() => {
    routerState.current = window.history.state;
    announce(query);
    // A dialog that was asked for opens once. After the effects of the page's first drawing, the last of which is the
    // router's: it would not hear of it before, and the same request again would be no change to it.
    if (text.asksForDialog(query)) queueMicrotask(() => address.write(text.write(text.read(query)), "replace"));
  }, [query, text, address]);
  useEffect(() => {
    // Back and Forward between sights need nothing from the server. The router would restore the tree that it kept with the
    // address: if that is older than a reload, it misses the query, so the server's answer never fits, and the router ends
    // in loading the whole page. It gets the tree of now instead, and then the address, as from any `replaceState`.
    const goBack = (event: PopStateEvent) => {
      if (window.location.pathname !== path) return;
      event.stopImmediatePropagation();
      address.forget();
      // Where the browser could not be stopped from going back.
      if (isHeld()) return address.write(text.write(latest.current), "push");
      const back = text.read(window.location.search);
      setSight(back);
      arrive(back);
      const { href } = window.location;
      History.prototype.replaceState.call(window.history, routerState.current, "", href);
      window.history.replaceState(null, "", href);
    };
    // Before the router's own.
    window.addEventListener("popstate", goBack, { capture: true });
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Enter" && address.flush();
    window.addEventListener("pointerdown", address.flush, { capture: true });
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      address.forget();
      window.removeEventListener("popstate", goBack, { capture: true });
      window.removeEventListener("pointerdown", address.flush, { capture: true });
      window.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [path, text, address]);

  const show = useCallback(
    (change: Partial<Sight>, how: "push" | "replace" | "later" = "replace") => {
      const before = latest.current;
      latest.current = { ...before, ...change };
      setSight(latest.current);
      if (how === "later") return address.later(() => text.write(latest.current));
      // What was typed last belongs to the sight that is left.
      if (how === "push") address.write(text.write(before), "replace");
      address.write(text.write(latest.current), how);
    },
    [text, address],
  );
  return { sight, show };
}
