import type { IncomingMessage, ServerResponse } from "node:http";
import { destroyIn } from "./connection";
import { hasBody, holdsBackBody } from "./node-request";

/** So much of a body that was answered already is read away, and its connection is kept: what most requests may send. */
const keptBytesMax = 1024 * 1024;
/** Of more, or of one that does not say how much, this is read (bytes, ms), so that who sends first and reads then gets the answer. */
const lastBytesMax = 16 * 1024 * 1024;
const lastMsMax = 10_000;

/** Whether the connection has to end behind an answer that is given now: of its request too much may still come, or nothing that can be told from a next one. */
export function mustEndBehind(incoming: IncomingMessage): boolean {
  if (!hasBody(incoming)) return false;
  if (holdsBackBody(incoming)) return true;
  return !incoming.complete && !(Number(incoming.headers["content-length"]) <= keptBytesMax);
}

/**
 * Ends the connection behind the answer, which has to say so (`Connection: close`). Our direction is ended at once; the
 * client's is read on within bounds: unread bytes would make the system reset the connection, and the answer be lost.
 */
export function endBehind(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (!socket) return;
  let size = 0;
  incoming.on("data", ({ length }: Buffer) => {
    size += length;
    if (size > lastBytesMax) socket.destroy();
  });
  incoming.resume();
  // What Node calls behind a last answer, and would close both directions by.
  socket.destroySoon = () => {
    socket.end();
    destroyIn(socket, lastMsMax);
  };
}
