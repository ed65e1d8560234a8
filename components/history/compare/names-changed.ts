/** What a version added and removed among its names, compared with the one before it. */
export type NamesChanged = { added: string[]; removed: string[] };

export function namesChanged(before: readonly string[], after: readonly string[]): NamesChanged {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: after.filter((name) => !had.has(name)),
    removed: before.filter((name) => !has.has(name)),
  };
}
