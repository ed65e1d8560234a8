import net from "node:net";
import tls from "node:tls";

/** A response exactly as it was received. */
export type RawAnswer = {
  status: number;
  /** Status line and header lines. */
  head: string;
  body: string;
  header(name: string): string | undefined;
};

/**
 * A connection that is controlled byte by byte: for requests that fetch would not send, and for responses exactly as
 * they were sent.
 */
export type RawConnection = {
  write(bytes: string | Uint8Array): void;
  /** Writes, and waits until the bytes have left. False if the connection has ended instead. */
  drained(bytes: Uint8Array): Promise<boolean>;
  /** Starts reading, if `readsLater` was given. */
  read(): void;
  /** Closes our direction only. The response can still be read. */
  finish(): void;
  /**
   * The next response, including interim ones. `bodiless`: it belongs to a HEAD, so its length announces no body.
   * Throws if the connection ends first.
   */
  answer(options?: { bodiless?: boolean }): Promise<RawAnswer>;
  /** Sends a request, reads its response and returns the status. */
  answered(bytes: string): Promise<number>;
  /** Settles when the connection is closed, with the error code, or with null if it ended properly. */
  closed: Promise<string | null>;
  /** Ends the connection like a client that has disappeared: the other side gets a reset. */
  reset(): void;
  destroy(): void;
};

/** No request of the tests may take this long. A vault that never responds must not hang the run. */
const silenceMsMax = 30_000;

/**
 * `ca`: over TLS, to a vault whose certificate for `localhost` this one signed. `staysOpen`: our direction stays open
 * after the vault has ended its own, like that of a careless client. `readsLater`: nothing is read before `read()`.
 */
export function connect(
  baseUrl: string,
  { ca, staysOpen = false, readsLater = false }: { ca?: string; staysOpen?: boolean; readsLater?: boolean } = {},
): RawConnection {
  const { hostname, port } = new URL(baseUrl);
  const place = { host: hostname, port: Number(port), allowHalfOpen: true };
  const socket = ca === undefined ? net.connect(place) : tls.connect({ ...place, ca, servername: "localhost" });
  let received = Buffer.alloc(0);
  let ended = false;
  let fault: string | null = null;
  let wake = () => {};
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  if (readsLater) socket.pause();
  const end = () => {
    ended = true;
    wake();
  };
  socket.on("end", () => {
    end();
    if (!staysOpen) socket.end();
  });
  // A reset ends the connection like any other end: everything read until then counts.
  socket.on("error", ({ code }: NodeJS.ErrnoException) => {
    fault = code ?? "unknown";
    end();
  });
  socket.setTimeout(silenceMsMax, () => socket.destroy());
  const closed = new Promise<string | null>((resolve) =>
    socket.once("close", () => {
      end();
      resolve(fault);
    }),
  );

  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (ended)
        throw new Error(
          `The connection ended after ${received.length} bytes: ${JSON.stringify(received.toString("latin1").slice(0, 200))}`,
        );
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const take = (size: number): Buffer => {
    const taken = received.subarray(0, size);
    received = received.subarray(size);
    return taken;
  };
  const takeUntil = async (mark: string): Promise<string> => {
    const end = await until(() => (received.includes(mark) ? received.indexOf(mark) : undefined));
    return take(end + mark.length)
      .subarray(0, end)
      .toString("latin1");
  };
  const takeBytes = (size: number): Promise<Buffer> => until(() => (received.length >= size ? take(size) : undefined));

  const chunked = async (): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for (;;) {
      const size = Number.parseInt(await takeUntil("\r\n"), 16);
      chunks.push(await takeBytes(size));
      await takeUntil("\r\n");
      if (size === 0) return Buffer.concat(chunks);
    }
  };

  const connection: RawConnection = {
    write: (bytes) => void socket.write(bytes),
    answered: async (bytes) => {
      connection.write(bytes);
      return (await connection.answer()).status;
    },
    drained: (bytes) => new Promise((resolve) => socket.write(bytes, (error) => resolve(!error))),
    read: () => void socket.resume(),
    finish: () => void socket.end(),
    closed,
    destroy: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
    async answer({ bodiless = false } = {}) {
      const head = await takeUntil("\r\n\r\n");
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]);
      const header = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1]?.trim();
      const hasNone = bodiless || status < 200 || status === 204 || status === 304;
      const body = hasNone
        ? Buffer.alloc(0)
        : header("transfer-encoding") === "chunked"
          ? await chunked()
          : await takeBytes(Number(header("content-length") ?? 0));
      return { status, head, header, body: body.toString("utf8") };
    },
  };
  return connection;
}

/** The bytes of a request. The Host header is the vault's own unless given. */
export function requestBytes(method: string, target: string, headers: Record<string, string> = {}, body = ""): string {
  const all = { Host: "localhost", ...headers, ...(body ? { "Content-Length": String(Buffer.byteLength(body)) } : {}) };
  return `${method} ${target} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n${body}`;
}

/** Sends bytes on a separate connection and reads the one response. */
export async function exchange(baseUrl: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = connect(baseUrl);
  try {
    connection.write(bytes);
    return await connection.answer({ bodiless: Buffer.from(bytes).toString("latin1").startsWith("HEAD ") });
  } finally {
    connection.destroy();
  }
}
