type Ask = (proceed: () => void) => void;

/** The open forms in dialogs that hold something typed, the last opened last. */
const asking = new Set<Ask>();

/** From now on the palette asks this one before it leaves the page. Returns what ends that. */
export function asksFirst(ask: Ask): () => void {
  asking.add(ask);
  return () => void asking.delete(ask);
}

/** Goes once every form that is open has been asked, the topmost first; not at all if somebody keeps one. */
export function askFirst(go: () => void, asks: readonly Ask[] = [...asking]): void {
  const last = asks.at(-1);
  if (last) last(() => askFirst(go, asks.slice(0, -1)));
  else go();
}
