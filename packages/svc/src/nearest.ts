/** The name that somebody who typed `typed` probably meant: at most two letters apart, and less than half of it. */
export function nearest(typed: string, names: readonly string[]): string | null {
  if (typed.length > 20) return null;
  const [first] = names
    .map((name) => ({ name, apart: lettersApart(typed, name) }))
    .filter(({ name, apart }) => apart <= 2 && apart * 2 < name.length)
    .sort((left, right) => left.apart - right.apart);
  return first?.name ?? null;
}

/** How many letters have to be added, removed, replaced, or swapped with the next. */
function lettersApart(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now[column] = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, now];
  }
  return last[other.length] ?? 0;
}
