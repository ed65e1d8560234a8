/** How far work on many things is. */
export type Progress = { done: number; of: number };

export type Outcome<T> = { done: T[]; failed: T[]; /** Why the first one failed. */ reason: unknown };

/** At once: enough to hide the way to the server, without taking it from others. */
const atOnce = 4;

/**
 * Does `work` for each item, four at a time, and says how far it is. Nothing is begun after a failure: what stops one
 * (a lost connection, an ended session, a limit) mostly stops the rest. What was not begun counts as failed.
 */
export async function inTurn<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Outcome<T>> {
  const waiting = [...items];
  const outcome: Outcome<T> = { done: [], failed: [], reason: undefined };
  async function worker() {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item);
        outcome.done.push(item);
        onProgress({ done: outcome.done.length, of: items.length });
      } catch (error) {
        outcome.reason ??= error;
        outcome.failed.push(item, ...waiting.splice(0));
      }
    }
  }
  onProgress({ done: 0, of: items.length });
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcome;
}
