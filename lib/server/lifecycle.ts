import type { Server } from "node:http";
import type { Socket } from "node:net";
import { flushKeyUses } from "../auth/last-used";
import { describeFault, log } from "../log";
import { closeRuntime } from "../runtime";
import type { Lock } from "../runtime/lock";

/** Requests still under way after this are cut off: before a container's 10 seconds are over. */
const drainMsMax = 8_000;

/** On SIGTERM or SIGINT: stop accepting, let requests end, write what is pending, close the database, exit 0. */
export function stopInOrder(server: Server, lock: Lock): void {
  let stopping = false;
  const sockets = new Set<Socket>();
  const note = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", note);
  // Of what comes by TLS, as it is within: only there it shows whether a request has begun.
  server.on("secureConnection", note);
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ event: "stopping", signal });
    await drained(server, sockets);
    await flushKeyUses();
    await closeRuntime();
    lock.release();
    log.info({ event: "stopped" });
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ event: "stop-failed", error: describeFault(error) });
        process.exit(1);
      });
    });
  }
}

function drained(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      server.closeAllConnections();
      // A handshake of TLS that hangs is not one of HTTP's connections yet.
      for (const socket of sockets) socket.destroy();
    }, drainMsMax);
    // Connections opened ahead, as browsers do, have sent nothing yet; Node takes them for busy and would wait.
    const closeUnused = () => {
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    // Again and again: an answer that left just before the stop has promised to keep its connection, and turns idle only
    // now; a handshake ends only now, and nothing was asked behind it.
    const sweep = setInterval(closeUnused, 50);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(late);
      resolve();
    });
    closeUnused();
  });
}
