// What the drill takes back when it ends, however it ends, and that only one runs at a time.
import { createServer } from "node:net";

const steps = [];

/** Has a step done as this process ends, before those that were named earlier. */
export const whenLeaving = (step) => void steps.unshift(step);

/** From now on, signals end this process like any other end: all steps are done, whatever becomes of each. */
export function leaveInOrder() {
  process.once("exit", () => {
    for (const step of steps) {
      try {
        step();
      } catch (error) {
        process.stderr.write(`${error}\n`);
        process.exitCode = 1;
      }
    }
  });
  // Each time: a second Ctrl-C must not cut the steps short.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
}

/**
 * Resolves to whether no other drill runs on this machine, and keeps others from running until this process ends: the
 * system gives the port back even if it is killed.
 */
export const isOnlyOne = (port = 7_725) =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(false));
    server.listen({ host: "127.77.0.254", port, exclusive: true }, () => resolve(true));
    server.unref();
  });
