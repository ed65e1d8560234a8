/** A list in slices of `size`, the last of which may be shorter; none for an empty list. */
export function* slicesOf<Item>(list: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}
