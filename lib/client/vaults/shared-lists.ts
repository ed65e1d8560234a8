import { focusManager, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { tellAndAskOnceGone } from "../http/queries/once-gone";
import { queryKeys } from "../http/queries/query-keys";
import { documentVault } from "./active-vault";

/** How old shared lists get while somebody is looking at them: in a team, others change what is shown. */
const sharedMilliseconds = 15_000;
/** How long a page polls without user activity: polling must not keep a forgotten session alive. */
const unattendedMilliseconds = 300_000;
const signs = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove", "focus"] as const;

const { categories, entries, twoFactor, envProjects, accessKeys, stats, teams, history } = queryKeys;
const shared = new Set<unknown>(
  [categories, entries, twoFactor, envProjects, accessKeys, stats, teams, history].map(([first]) => first),
);
const isShared = ({ queryKey }: { queryKey: QueryKey }) => shared.has(queryKey[0]);

/**
 * For a team's pages: what is shown is asked for again every 15 seconds while the tab is visible and somebody was there
 * lately, and whenever the window gets the focus: two windows stand side by side. Returns how to stop.
 */
function keepShared(client: QueryClient): () => void {
  let lastSign = Date.now();
  const isWatched = () => Date.now() - lastSign < unattendedMilliseconds;
  const refetch = () => void client.refetchQueries({ type: "active", predicate: isShared }, { cancelRefetch: false });

  const poll = () => isWatched() && !document.hidden && refetch();
  const timer = window.setInterval(poll, sharedMilliseconds);
  const note = () => {
    const away = !isWatched();
    lastSign = Date.now();
    if (away) refetch();
  };
  for (const type of signs) window.addEventListener(type, note, { passive: true, capture: true });
  window.addEventListener("focus", refetch);
  const unsubscribe = focusManager.subscribe((focused) => focused && refetch());
  return () => {
    window.clearInterval(timer);
    for (const type of signs) window.removeEventListener(type, note, { capture: true });
    window.removeEventListener("focus", refetch);
    unsubscribe();
  };
}

/** Keeps what this page shows as it is in the vault: what is gone, and in a team what others change. Returns how to stop. */
export function keepFresh(client: QueryClient): () => void {
  tellAndAskOnceGone(client);
  return documentVault === null ? () => undefined : keepShared(client);
}
