import cluster from "node:cluster";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { flushKeyUses } from "../../auth/credentials/last-used";
import { flushRecords } from "../../auth/activity/record-after-reply";
import { loggableError, log } from "../../log";
import { closeRuntime } from "../../runtime";
import type { Lock } from "../../runtime/lock";
import { stopMail } from "../../mail/postman";
import { stopDeliveries } from "../../webhooks/deliverer";
import { stopCleanUp } from "../../schedule/clean-up";
import { stopDigests } from "../../schedule/digests";
import { stopTellingDue } from "../../schedule/due";
import { stopRetention } from "../../schedule/retention";

/** Requests still in progress after this are cut off, before a container's 10 seconds are over. */
const drainMsMax = 8_000;

/** The leader's message to a worker: it was asked to stop a second time. */
export const stopNow = "stop-now";

let leaving = false;

/** Whether this process was told to stop; `/readyz` reports it first, so that a load balancer switches over. */
export const isLeaving = (): boolean => leaving;

/**
 * On SIGTERM or SIGINT: keeps serving for `delaySeconds` while `/readyz` returns 503 and no connection is kept open.
 * Then it stops accepting connections, lets requests end, writes pending data, closes the database and exits with 0. A
 * second signal ends the delay.
 */
export function stopInOrder(
  server: Server,
  lock: Lock,
  { delaySeconds, stopPages }: { delaySeconds: number; stopPages: () => Promise<void> },
): void {
  const sockets = openSockets(server);
  let endDelay = () => {};
  const stop = async (signal: string) => {
    leaving = true;
    log.info({ event: "stopping", signal, delaySeconds });
    const lastAnswers = (_incoming: IncomingMessage, outgoing: ServerResponse) =>
      void outgoing.setHeader("Connection", "close");
    for (const event of ["request", "checkContinue", "checkExpectation"]) server.prependListener(event, lastAnswers);
    if (delaySeconds > 0) {
      await new Promise<void>((resolve) => {
        endDelay = resolve;
        setTimeout(resolve, delaySeconds * 1_000);
      });
    }
    await Promise.all([drained(server, sockets), stopDeliveries(), stopMail()]);
    await stopPages();
    await stopRetention();
    await stopCleanUp();
    await stopDigests();
    await stopTellingDue();
    await flushKeyUses();
    await flushRecords();
    await closeRuntime();
    lock.release();
    log.info({ event: "stopped" });
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (leaving) {
        // Each of several processes may receive a signal that was meant for all, and then again from the leader.
        if (cluster.isPrimary) endDelay();
        return;
      }
      stop(signal).catch((error: unknown) => {
        log.error({ event: "stop-failed", error: loggableError(error) });
        process.exit(1);
      });
    });
  }
  process.on("message", (message) => message === stopNow && endDelay());
}

/** All open connections. */
function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const note = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", note);
  // For TLS, the decrypted connection: only there it is visible whether a request has begun.
  server.on("secureConnection", note);
  return sockets;
}

/**
 * For some turns of the event loop, accept connections that the system has already accepted. It would reset them
 * otherwise.
 */
const lastTurns = 16;

async function drained(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (let turn = 0; turn < lastTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => {
      server.closeAllConnections();
      // A hanging TLS handshake is not one of HTTP's connections yet.
      for (const socket of sockets) socket.destroy();
    }, drainMsMax);
    // Connections that browsers open in advance have sent nothing yet. Node considers them busy and would wait. Not at
    // once, since a request may be on its way.
    const closeUnused = () => {
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    // Repeatedly: a response just before the stop promised to keep its connection, which becomes idle only now; or a
    // handshake ends only now, and no request follows it.
    const sweep = setInterval(closeUnused, 50);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(late);
      resolve();
    });
  });
}
