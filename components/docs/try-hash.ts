/**
 * The URL hash that opens the interactive view, at one operation or at all. In the URL, so that it can be bookmarked
 * and shared.
 */
export const tryHash = (operation?: string): string => (operation === undefined ? "#try" : `#try-${operation}`);

/** The operation in such a hash; an empty string for all, null for the list. */
export const triedOperation = (hash: string): string | null =>
  /^#try(?:-(\w+))?$/.exec(hash)?.at(1) ?? (hash === tryHash() ? "" : null);
