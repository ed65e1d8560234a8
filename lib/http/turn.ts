let turn = 0;
let isEnding = false;

/**
 * Which turn of the event loop this is. While it stays the same, nothing came in: no other request, no answer of a database,
 * no timer. `process.nextTick` runs once the promises at hand are done, before anything else is let in.
 */
export function currentTurn(): number {
  if (!isEnding) {
    isEnding = true;
    process.nextTick(() => {
      isEnding = false;
      turn += 1;
    });
  }
  return turn;
}
