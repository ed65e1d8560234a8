const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop, after what came in meanwhile was let in. Of all that wait here one goes on in
 * a turn: however many long works there are, others wait for one piece of one of them.
 */
export function laterTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneOn);
  });
}

function letOneOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneOn);
}

/** How long one piece of a long work may take (ms), before others are let in. */
const pieceMs = 8;

/**
 * Does a long work, which yields between its steps, in pieces of some milliseconds, and lets others in between them. So no
 * work holds the process up for longer than a piece and its longest step.
 */
export async function inPieces<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + pieceMs;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await laterTurn();
  }
}
