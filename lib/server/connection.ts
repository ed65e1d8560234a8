import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { laterTurn } from "../turns";

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };
type Connection = { current: Exchange; isBusy: boolean; waiting: Exchange[] };
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const connections = new WeakMap<Socket, Connection>();

/** More than one read of a socket (64 KiB) can hold: whoever has so many waiting came past the pause. */
const waitingMax = 4_096;

/**
 * Serves the requests of each connection one after another: the next is begun when the answer before was taken by the
 * client. Node would begin all that stand in one packet, and keep the answers that nobody reads.
 */
export function oneAtATime(serve: Serve): Serve {
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const connection = connections.get(socket);
    if (!connection) begin(keep(socket, { incoming, outgoing }), serve);
    else if (!connection.isBusy) {
      connection.current = { incoming, outgoing };
      begin(connection, serve);
    } else wait(connection, { incoming, outgoing });
  };
}

function keep(socket: Socket, current: Exchange): Connection {
  const connection = { current, isBusy: true, waiting: [] };
  connections.set(socket, connection);
  return connection;
}

function begin(connection: Connection, serve: Serve): void {
  connection.isBusy = true;
  const { incoming, outgoing } = connection.current;
  outgoing.once("close", () => goOn(connection, serve));
  // What was said to be the last answer is: nothing behind it is begun.
  if (incoming.socket.writable) serve(incoming, outgoing);
}

/** While requests wait, none is read: they would pile up. */
function wait({ waiting }: Connection, exchange: Exchange): void {
  const { socket } = exchange.incoming;
  waiting.push(exchange);
  if (waiting.length > waitingMax) socket.destroy();
  else socket.pause();
}

function goOn(connection: Connection, serve: Serve): void {
  connection.isBusy = connection.waiting.length > 0;
  // In a turn of its own: answers that are made and taken at once would follow each other, and nobody else be let in.
  if (connection.isBusy) void laterTurn().then(() => beginNext(connection, serve));
}

function beginNext(connection: Connection, serve: Serve): void {
  const next = connection.waiting.shift();
  if (!next) return;
  connection.current = next;
  if (connection.waiting.length === 0) next.incoming.socket.resume();
  begin(connection, serve);
}

/** The last request of a connection that could be read, with its answer. */
export function lastOf(socket: Socket): Exchange | undefined {
  const connection = connections.get(socket);
  return connection?.waiting.at(-1) ?? connection?.current;
}

/** How long a client may take to see that its connection was ended, and to end its own side (ms). */
const farewellMs = 1_000;

/** Ends a connection behind these last bytes. It is gone a second later, even where the client keeps its side open. */
export function endWith(socket: Socket, bytes: string): void {
  // Of a CONNECT Node leaves the socket without anybody to hear of a reset, which would end the process.
  socket.on("error", () => socket.destroy());
  socket.end(bytes);
  destroyIn(socket, farewellMs);
}

/** Destroys what is left of a connection after this long (ms). */
export function destroyIn(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once("close", () => clearTimeout(timer));
}
