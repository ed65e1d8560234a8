import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiRequest } from "../../http/types";
import { cameByTls, clientAddress } from "./client-address";

/** Requests with `Expect: 100-continue` whose clients have been told to send the body. */
const continued = new WeakSet<IncomingMessage>();

/** Whether the client still waits for a 100: it may never send the body, so the connection can't be reused. */
export const holdsBackBody = (incoming: IncomingMessage): boolean =>
  waitsForWord(incoming) && hasBody(incoming) && !continued.has(incoming);

/** An HTTP/1.0 client would take a 100 for its response (RFC 9110, 10.1.1). */
const waitsForWord = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === "1.1" && /^100-continue$/i.test(headers.expect ?? "");

/** Node's request as the API reads it. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
  ) {
    this.method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "GET");
    this.url = incoming.url ?? "/";
    // Instead of what the client sent: where it really is, and whether it really came over TLS.
    this.headers = {
      get: (name) => {
        if (name === "x-forwarded-for") return clientAddress(incoming);
        if (name === "x-forwarded-proto") return cameByTls(incoming) ? "https" : "http";
        return joinedHeader(incoming.rawHeaders, name);
      },
    };
  }

  get signal(): { aborted: boolean } {
    return { aborted: this.outgoing.destroyed };
  }

  get body(): AsyncIterable<Uint8Array> | null {
    return hasBody(this.incoming) && this.method !== "GET" ? lazyBody(this.incoming, this.outgoing) : null;
  }
}

/**
 * All lines of the header, joined like `Headers` does. Node itself keeps the first line of some headers and drops the
 * rest.
 */
function joinedHeader(rawHeaders: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? "";
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    const line = withoutBlanksAround(rawHeaders[at + 1] ?? "");
    value = value === null ? line : `${value}${name === "cookie" ? "; " : ", "}${line}`;
  }
  return value;
}

/** Not with a regular expression, which would try each space as the line's end: 120 ms for a line of 15 KB. */
function withoutBlanksAround(line: string): string {
  let [start, end] = [0, line.length];
  const isBlank = (at: number) => line[at] === " " || line[at] === "\t";
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return line.slice(start, end);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

async function* lazyBody(incoming: IncomingMessage, outgoing: ServerResponse): AsyncGenerator<Uint8Array> {
  // A client that sent Expect: 100-continue is told to go on only now that the body is needed.
  if (waitsForWord(incoming)) {
    continued.add(incoming);
    outgoing.writeContinue();
  }
  const arrived = arrivedBody(incoming);
  if (arrived) {
    yield arrived;
    return;
  }
  // Kept open: Node reads and drops the rest of a refused body, so that the client gets its response.
  yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

/**
 * The body, if it has arrived completely, as most small ones have. Waiting for it by events takes longer than parsing
 * it.
 */
function arrivedBody(incoming: IncomingMessage): Uint8Array | null {
  if (incoming.readableLength === 0 || incoming.readableLength !== Number(incoming.headers["content-length"]))
    return null;
  const body = incoming.read() as Buffer;
  // The stream's end still has to be read, or the request would count as half read.
  incoming.resume();
  return body;
}
