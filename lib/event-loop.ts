const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop, after newly arrived requests had theirs. Of all callers that wait here,
 * only one continues in each turn: however many long tasks there are, other requests wait for one step of one of them.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneOn);
  });
}

function letOneOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneOn);
}

/** How long (ms) a long task may run before others get a turn. */
const pieceMs = 8;

/**
 * Runs a long task that yields between its steps. It pauses every few milliseconds to let others run, so no task blocks
 * the process for longer than this plus its longest step.
 */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + pieceMs;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await yieldToEventLoop();
  }
}

/** For a long task that waits for others itself: what it calls between its steps, to pause as `runInSlices` does. */
export function pauses(): () => Promise<void> {
  let end = performance.now() + pieceMs;
  return async () => {
    if (performance.now() < end) return;
    await yieldToEventLoop();
    end = performance.now() + pieceMs;
  };
}

/**
 * Runs at most `most` tasks at once, and `mostOfOne` of those with one key. Of the others one of each key goes on in turn:
 * however many wait with one key, the first one with another does not wait for all of them.
 */
export function limitConcurrency(
  most: number,
  mostOfOne: number,
): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const running: string[] = [];
  const waiting = new Map<string, (() => void)[]>();

  function beginNext(): void {
    if (running.length === most) return;
    for (const [key, [begin, ...others]] of waiting) {
      if (running.filter((one) => one === key).length === mostOfOne) continue;
      waiting.delete(key);
      // Behind the other keys.
      if (others.length > 0) waiting.set(key, others);
      running.push(key);
      return begin?.();
    }
  }

  return async (key, work) => {
    await new Promise<void>((begin) => {
      waiting.set(key, [...(waiting.get(key) ?? []), begin]);
      beginNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(key), 1);
      beginNext();
    }
  };
}
