import type { IncomingMessage, ServerResponse } from "node:http";
import { destroyIn } from "./connection";
import { hasBody, holdsBackBody } from "./node-request";

/** How much of an already answered body is read and discarded, keeping the connection: what most requests may send. */
const keptBytesMax = 1024 * 1024;
/**
 * How much (bytes, ms) is read of a larger body, or of one of unknown length, so that a client that sends first gets
 * the response.
 */
const lastBytesMax = 16 * 1024 * 1024;
const lastMsMax = 10_000;

/**
 * Whether the connection has to end after this response: either too much of the request may still arrive, or it can't
 * be distinguished from the next request.
 */
export function mustEndAfterReply(incoming: IncomingMessage): boolean {
  if (!hasBody(incoming)) return false;
  if (holdsBackBody(incoming)) return true;
  return !incoming.complete && !(Number(incoming.headers["content-length"]) <= keptBytesMax);
}

/**
 * Ends the connection after the response, which has to say so (`Connection: close`). Our side is closed at once; the
 * client's is read on within limits, since unread bytes would make the system reset the connection and lose the
 * response.
 */
export function endAfterReply(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = outgoing;
  if (!socket) return;
  let size = 0;
  incoming.on("data", ({ length }: Buffer) => {
    size += length;
    if (size > lastBytesMax) socket.destroy();
  });
  incoming.resume();
  // Node calls this after a last response; it would close both directions.
  socket.destroySoon = () => {
    socket.end();
    destroyIn(socket, lastMsMax);
  };
}
