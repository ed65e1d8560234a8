import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { beforeLeaving, goTo } from "../../vaults/active-vault";
import { mayLeaveAgain } from "../../session/sign-in/sign-in-path";

type Ask = (proceed: () => void) => void;

/**
 * While `active`, asks before the page is left: by a link, by Back and Forward if the browser has the Navigation API,
 * and by closing or reloading in the browser's own words. It does not stop shortcuts and the palette, since the router
 * has no hook for it: callers keep what would be lost, or have the palette ask (`asksFirst`).
 */
export function useLeaveGuard(active: boolean, ask: Ask): void {
  const router = useRouter();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!active) return;
    const askLatest: Ask = (proceed) => latest.current(proceed);
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onBeforeUnload);
    const releases = [
      // Nobody gives up what they typed for a page that can't be reached.
      guardLinks((href) => beforeLeaving(() => askLatest(() => goTo(href, router.push)))),
      guardHistory(askLatest),
    ];
    return () => {
      window.removeEventListener("beforeunload", onBeforeUnload);
      for (const release of releases) release();
      // The user may have chosen to stay after the session ended; asking again would repeat at every poll.
      mayLeaveAgain();
    };
  }, [active, router]);
}

/** In the capture phase at the window: before any link's own handler. */
function guardLinks(onLeave: (href: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (
      !link ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      (link.target && link.target !== "_self") ||
      link.hasAttribute("download")
    )
      return;
    const to = new URL(link.href);
    if (to.origin !== window.location.origin || to.pathname === window.location.pathname) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onLeave(to.pathname + to.search + to.hash);
  };
  window.addEventListener("click", onClick, { capture: true });
  return () => window.removeEventListener("click", onClick, { capture: true });
}

function guardHistory(ask: Ask): () => void {
  // Not every browser has it yet.
  const navigation: Navigation | undefined = window.navigation;
  if (!navigation) return () => undefined;
  const onNavigate = (event: NavigateEvent) => {
    const { navigationType, destination, cancelable, defaultPrevented } = event;
    // Of two forms that are open, one asks after the other.
    if (navigationType !== "traverse" || !cancelable || defaultPrevented) return;
    event.preventDefault();
    ask(() => navigation.traverseTo(destination.key));
  };
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}
