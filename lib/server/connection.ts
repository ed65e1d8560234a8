import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { laterTurn } from "../turns";

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };
type Connection = { current: Exchange; isBusy: boolean; waiting: Exchange[] };
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const connections = new WeakMap<Socket, Connection>();

/** So many may wait on each connection: more than a client that means well has under way. */
const waitingOnOneMax = 32;
/** So many beyond may wait on all connections together: one read of a socket (64 KiB) can hold 2,000. */
const waitingInAllMax = 2_048;
let waitingInAll = 0;

const hasTooMany = ({ waiting }: Connection) => waiting.length >= waitingOnOneMax && waitingInAll >= waitingInAllMax;

/**
 * How long a client may take nothing of an answer while nothing is read from its connection (ms), since others wait behind
 * or a body stays unread. Nobody hears of its end then; by TLS neither does who writes, where the client was gone before
 * the handshake's last bytes left.
 */
const untakenMsMax = 30_000;

/**
 * Serves the requests of each connection one after another: the next is begun when the answer before was taken by the
 * client. Node would begin all that stand in one packet, and keep the answers that nobody reads.
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
  // Once for each connection: a client that pipelines would else add a listener by every packet.
  socket.once("close", () => forget(connection));
  return connection;
}

function begin(connection: Connection, serve: Serve): void {
  connection.isBusy = true;
  const { incoming, outgoing } = connection.current;
  outgoing.once("close", () => goOn(connection, serve));
  // What was said to be the last answer is: nothing behind it is begun.
  if (incoming.socket.writable) serve(incoming, outgoing);
}

/** From when an answer is made to when it was taken, a connection that is not read stands still for this long at most. */
function endUntaken(outgoing: ServerResponse, socket: Socket, ms: number): void {
  outgoing.once("prefinish", () => {
    const before = socket.timeout;
    if (!socket.isPaused() || before === undefined || (before > 0 && before <= ms)) return;
    socket.setTimeout(ms);
    // Where nothing waits Node gives the connection the time that a next request may take.
    outgoing.once("close", () => connections.get(socket)?.waiting.length && socket.setTimeout(before));
  });
}

/** While requests wait, none is read: they would pile up. */
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
 * A request that says itself whether it is the last that Node reads of its connection: one where too many wait, which the
 * server's `upgrade` event gets. Otherwise Node makes objects of all that one read holds, even of a connection that is
 * destroyed meanwhile, and an error with its stack of each. No other protocol is spoken here; who asks for one, or for a
 * tunnel (CONNECT), is answered as others are, behind the answers that are still to come.
 */
export class BoundedRequest extends IncomingMessage {
  get upgrade(): boolean {
    const connection = connections.get(this.socket);
    return connection !== undefined && hasTooMany(connection);
  }

  set upgrade(_asked: unknown) {
    // What a client asks for counts for nothing.
  }
}

function goOn(connection: Connection, serve: Serve): void {
  connection.isBusy = connection.waiting.length > 0;
  // In a turn of its own: answers that are made and taken at once would follow each other, and nobody else be let in.
  if (connection.isBusy) void laterTurn().then(() => beginNext(connection, serve));
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
 * Has Node read a TLS connection as a stream, which can be paused. By itself it hands what it deciphers to its parser past
 * the stream, also to one that it has paused, which then takes the next requests for broken ones.
 */
export function readThroughStream(socket: Socket): void {
  socket.on("data", () => {});
}

/** The last request of a connection that could be read, with its answer; `before`: the answer that has to leave first, where it still waits for one. */
export function lastOf(socket: Socket): (Exchange & { before?: ServerResponse }) | undefined {
  const connection = connections.get(socket);
  if (!connection) return undefined;
  const { current, waiting } = connection;
  const last = waiting.at(-1);
  return last ? { ...last, before: (waiting.at(-2) ?? current).outgoing } : current;
}

/** How long a client may take to see that its connection was ended, and to end its own side (ms). */
const farewellMs = 1_000;

/** Ends a connection behind these last bytes. It is gone a second later, even where the client keeps its side open. */
export function endWith(socket: Socket, bytes: string): void {
  // Whoever else hears of a reset: without anybody it would end the process.
  socket.on("error", () => socket.destroy());
  socket.end(bytes);
  destroyIn(socket, farewellMs);
}

/** Destroys what is left of a connection after this long (ms). */
export function destroyIn(socket: Socket, ms: number): void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once("close", () => clearTimeout(timer));
}
