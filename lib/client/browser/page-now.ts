import { lastTarget } from "../vaults/active-vault";

/**
 * Tells whether the page of now is still the one that is shown: whoever has gone elsewhere meanwhile stays there, and
 * whoever is on their way arrives.
 */
export function pageNow(): () => boolean {
  const { pathname, href } = window.location;
  const before = lastTarget();
  return () => {
    const way = lastTarget();
    return window.location.pathname === pathname && (way === before || new URL(way[0], href).pathname === pathname);
  };
}
