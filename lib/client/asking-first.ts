type Ask = (proceed: () => void) => void;

/** The open dialogs that hold something typed, or shown once, the last opened last. */
const asking = new Set<Ask>();

/** From now on the palette asks this one before it leads anywhere, on this page too. Returns what ends that. */
export function asksFirst(ask: Ask): () => void {
  asking.add(ask);
  return () => void asking.delete(ask);
}

/** Goes once every one that is open has been asked, the topmost first; not at all if somebody keeps one. */
export function askFirst(go: () => void, asks: readonly Ask[] = [...asking]): void {
  const last = asks.at(-1);
  if (last) last(() => askFirst(go, asks.slice(0, -1)));
  else go();
}
