/** A count with thousands separators. By hand: the browser's first number formatter takes 25 ms or more. */
export const countText = (count: number): string =>
  count < 1_000 ? String(count) : `${countText(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, "0")}`;
