import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { yieldToEventLoop } from "../../event-loop";

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };
type Connection = { current: Exchange; isBusy: boolean; waiting: Exchange[] };
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const connections = new WeakMap<Socket, Connection>();

/** The most requests that may wait on one connection, more than a well-meaning client has in flight. */
const waitingOnOneMax = 32;
/** The most further requests that may wait on all connections together: one socket read (64 KiB) can hold 2,000. */
const waitingInAllMax = 2_048;
let waitingInAll = 0;

const hasTooMany = ({ waiting }: Connection) => waiting.length >= waitingOnOneMax && waitingInAll >= waitingInAllMax;

/**
 * How long a client may stop reading a response while its connection is not read (ms), since other requests wait behind
 * it or a body stays unread. Nobody is notified when the client has gone; over TLS not even the writer, if it left
 * before the handshake's last bytes.
 */
const untakenMsMax = 30_000;

/**
 * Serves each connection's requests one after another: the next starts when the client has taken the previous response.
 * Node would start all requests of one packet and buffer responses that nobody reads.
 */
export function oneAtATime(serveOne: Serve, { untakenMs = untakenMsMax } = {}): Serve {
  const serve: Serve = (incoming, outgoing) => {
    endUntaken(outgoing, incoming.socket, untakenMs);
    serveOne(incoming, outgoing);
  };
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
  // Once per connection: otherwise a pipelining client would add a listener with every packet.
  socket.once("close", () => forget(connection));
  return connection;
}

function begin(connection: Connection, serve: Serve): void {
  connection.isBusy = true;
  const { incoming, outgoing } = connection.current;
  outgoing.once("close", () => goOn(connection, serve));
  // The last response was announced as such: nothing after it is started.
  if (incoming.socket.writable) serve(incoming, outgoing);
}

/** The longest time that a connection stays unread between making a response and its being taken. */
function endUntaken(outgoing: ServerResponse, socket: Socket, ms: number): void {
  outgoing.once("prefinish", () => {
    const before = socket.timeout;
    if (!socket.isPaused() || before === undefined || (before > 0 && before <= ms)) return;
    socket.setTimeout(ms);
    // If nothing waits, Node applies its keep-alive timeout.
    outgoing.once("close", () => connections.get(socket)?.waiting.length && socket.setTimeout(before));
  });
}

/** Reads nothing while requests wait: they would pile up. */
function wait({ waiting }: Connection, exchange: Exchange): void {
  if (waiting.length === 0) exchange.incoming.socket.pause();
  waiting.push(exchange);
  waitingInAll += 1;
}

function forget({ waiting }: Connection): void {
  waitingInAll -= waiting.length;
  waiting.length = 0;
}

/**
 * A request that declares itself the last one Node reads of its connection if too many wait; the server's `upgrade`
 * event receives it. Otherwise Node creates objects for everything that one read contains, even after the connection
 * was destroyed, and an error with a stack for each. No other protocol is supported; a request for one, or for a tunnel
 * (CONNECT), is answered like others, after the responses still to come.
 */
export class BoundedRequest extends IncomingMessage {
  get upgrade(): boolean {
    const connection = connections.get(this.socket);
    return connection !== undefined && hasTooMany(connection);
  }

  set upgrade(_asked: unknown) {
    // The protocol that a client asks for is ignored.
  }
}

function goOn(connection: Connection, serve: Serve): void {
  connection.isBusy = connection.waiting.length > 0;
  // In its own event-loop tick: responses made and taken at once would otherwise follow each other and starve everybody
  // else.
  if (connection.isBusy) void yieldToEventLoop().then(() => beginNext(connection, serve));
}

function beginNext(connection: Connection, serve: Serve): void {
  const next = connection.waiting.shift();
  if (!next) return;
  waitingInAll -= 1;
  connection.current = next;
  if (connection.waiting.length === 0) next.incoming.socket.resume();
  begin(connection, serve);
}

/**
 * Makes Node read a TLS connection as a stream, which can be paused. By default it passes decrypted data to its parser
 * past the stream, even when paused, and the parser then takes the next requests for broken ones.
 */
export function readThroughStream(socket: Socket): void {
  socket.on("data", () => {});
}

/**
 * The last readable request of a connection, with its response; `before`: the response that has to be sent first, if it
 * is still pending.
 */
export function lastOf(socket: Socket): (Exchange & { before?: ServerResponse }) | undefined {
  const connection = connections.get(socket);
  if (!connection) return undefined;
  const { current, waiting } = connection;
  const last = waiting.at(-1);
  return last ? { ...last, before: (waiting.at(-2) ?? current).outgoing } : current;
}

/** How long a client may take to notice that its connection was ended, and to close its side (ms). */
const farewellMs = 1_000;

/** Connections that have their last bytes, and a second to take them. */
const ending = new WeakSet<Socket>();

/** Whether `endWith` has ended this connection: what still arrives on it is read and dropped. */
export const isEnding = (socket: Socket) => ending.has(socket);

/**
 * Ends a connection after these last bytes. It is destroyed a second later, even if the client keeps its side open, and
 * not before: a reset while the client still sends takes the answer from it (RFC 9112, section 9.6).
 */
export function endWith(socket: Socket, bytes: string): void {
  ending.add(socket);
  // Without a listener, a reset would end the process.
  socket.on("error", () => socket.destroy());
  socket.end(bytes);
  destroyIn(socket, farewellMs);
}

/** Destroys the connection after this long (ms). */
export function destroyIn(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once("close", () => clearTimeout(timer));
}
