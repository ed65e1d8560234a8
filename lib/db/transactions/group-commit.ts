import { isUnavailable } from "../failures";

const batchMax = 500;

/** What waits and fits, to be committed with the rest. */
export type Join<Item> = (fits: (item: Item) => boolean) => readonly Item[];
/** Returns the results of all, those that joined after the others. */
type Commit<Item, Result> = (items: readonly Item[], join: Join<Item>) => Promise<readonly Result[]>;

/**
 * Commits what arrives while a commit is in progress together, in the next one, unless it can still join. If that fails,
 * each call is tried alone, so that a vault that is being deleted fails nobody else's. `idle` is called when nothing
 * waits any more.
 */
export function groupCommit<Item, Result>(
  commit: Commit<Item, Result>,
  idle = () => {},
): (item: Item) => Promise<Result> {
  type Call = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  let waiting: Call[] = [];
  let busy = false;

  /** The calls themselves get those that join. */
  async function settle(calls: Call[], mayJoin: boolean): Promise<void> {
    const join: Join<Item> = (fits) => {
      const before = calls.length;
      const left: Call[] = [];
      for (const call of waiting) (mayJoin && calls.length < batchMax && fits(call.item) ? calls : left).push(call);
      waiting = left;
      return calls.slice(before).map(({ item }) => item);
    };
    const results = await commit(
      calls.map(({ item }) => item),
      join,
    );
    for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      try {
        await settle(calls, true);
      } catch (error) {
        if (calls.length === 1 || isUnavailable(error)) for (const { reject } of calls) reject(error);
        else for (const call of calls) await settle([call], false).catch((error: unknown) => call.reject(error));
      }
    }
    busy = false;
    idle();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      // Runs after all pending input has been read, so that what arrived together shares the first commit too.
      setImmediate(() => void work());
    });
}

/** The same for each key by itself; an item without one is committed alone, at once. */
export function groupCommitBy<Item, Result>(keyOf: (item: Item) => string | null, commit: Commit<Item, Result>) {
  const groups = new Map<string, (item: Item) => Promise<Result>>();
  return async (item: Item): Promise<Result> => {
    const key = keyOf(item);
    if (key === null) return (await commit([item], () => []))[0] as Result;
    const group = groups.get(key) ?? groupCommit(commit, () => void groups.delete(key));
    groups.set(key, group);
    return group(item);
  };
}
