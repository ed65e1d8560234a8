import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * By how much of what is in use the heap may grow until V8 clears it up, in percent. Left to itself, V8 lets a busy vault's
 * heap grow by twice what is in use and more: on PostgreSQL, `npm run bench` ended with 200 to 255 MB resident instead of 147 to 156.
 */
const heapGrowingPercent = 30;

/**
 * Holds for what the process does from now on. Three pairs of runs showed no clear difference in what a reveal costs: 1.64 to 1.70 × the
 * benchmark's floor without it, 1.64 to 1.92 × with it.
 */
export const limitHeapGrowth = () => setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);

const lookMs = 15_000;
/** A process that works less than this part of the time has nothing to do but its own timers. */
const idlePart = 0.02;

/**
 * Gives memory back to the system once work has ended: V8 keeps the space of its young objects, up to 48 MB, for as long as
 * nothing happens, and a start alone fills it. It takes some 100 ms: at 50 MB in use, each collection 36 to 46 ms. A request that comes just
 * then waits for it.
 */
export function giveBackWhenIdle(
  giveBack: () => void = collect,
  utilization: typeof performance.eventLoopUtilization = (...given) => performance.eventLoopUtilization(...given),
): void {
  let before = utilization();
  let isDone = false;
  setInterval(() => {
    const now = utilization();
    const isIdle = utilization(now, before).utilization < idlePart;
    before = now;
    if (isIdle && !isDone) giveBack();
    isDone = isIdle;
  }, lookMs).unref();
}

function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as (how: object) => void;
  setFlagsFromString("--no-expose-gc");
  // The first one empties the space, and the next ones find it empty and let it shrink; code that ran once goes with them.
  for (let time = 0; time < 4; time += 1) gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
