/** Tells whether the page of now is still the one that is shown: whoever has gone elsewhere meanwhile stays there. */
export function pageNow(): () => boolean {
  const { pathname } = window.location;
  return () => window.location.pathname === pathname;
}
