import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Random bytes for the next ids: asking the system for each one's takes ten times as long as making the id. */
const random = Buffer.alloc(4096);
const bytesOfOne = 16;
let used = random.length;

let [msecs, seq] = [0, 0];

/**
 * An id for a new row: a UUID of version 7 (RFC 9562, 5.7). Such ids grow with time, so new ones share a few pages of
 * the primary key's index; each random id would touch, and write, a page of its own. Ids are not secret: knowing one
 * gives no right to the row, and the time is in `createdAt` as well.
 */
export function newRowId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const own = random.subarray(used, (used += bytesOfOne));
  const now = Date.now();
  // Counts on within a millisecond, and while the clock goes back: from a random number of 31 bits, so that there is room.
  if (now > msecs) [msecs, seq] = [now, own.readUInt32BE() >>> 1];
  else seq += 1;
  return v7({ random: own, msecs, seq });
}
