let turn = 0;
let counting = false;

/**
 * The number of this turn of the event loop. Within a turn this process does nothing else, so it can't have told anybody
 * meanwhile that a key was revoked or a session ended.
 */
export function currentTurn(): number {
  if (!counting) {
    counting = true;
    setImmediate(() => {
      counting = false;
      turn += 1;
    });
  }
  return turn;
}
