let tick = 0;
let isEnding = false;

/**
 * The number of the current event-loop tick. While it stays the same, nothing has come in: no other request, no database
 * answer, no timer. `process.nextTick` runs once the pending promises are settled, before any other input.
 */
export function currentTick(): number {
  if (!isEnding) {
    isEnding = true;
    process.nextTick(() => {
      isEnding = false;
      tick += 1;
    });
  }
  return tick;
}
