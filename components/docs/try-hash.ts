/** The part of the address that opens the interactive view, at one operation or at the whole. An address, so that it can be kept and shared. */
export const tryHash = (operation?: string): string => (operation === undefined ? "#try" : `#try-${operation}`);

/** The operation that such an address names; an empty text for all of them, null where it asks for the list. */
export const triedOperation = (hash: string): string | null =>
  /^#try(?:-(\w+))?$/.exec(hash)?.at(1) ?? (hash === tryHash() ? "" : null);
