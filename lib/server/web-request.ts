import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "./client-address";

/** Requests with `Expect: 100-continue` whose clients were told to send the body. */
const continued = new WeakSet<IncomingMessage>();

/** Whether the client still waits for a word on its body: it may never send it, so the connection can't be reused. */
export const holdsBackBody = (incoming: IncomingMessage): boolean => waitsForWord(incoming) && hasBody(incoming) && !continued.has(incoming);

/** An HTTP/1.0 client would take a 100 for its answer (RFC 9110, 10.1.1). */
const waitsForWord = ({ headers, httpVersion }: IncomingMessage): boolean => httpVersion === "1.1" && /^100-continue$/i.test(headers.expect ?? "");

/**
 * The request as the route handlers take it. The body is pulled from the socket only when a handler reads it: who is
 * refused before never gets to upload.
 */
export function toWebRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  // Whatever the client wrote there: from here on it is where the request comes from.
  headers.set("x-forwarded-for", clientAddress(incoming));
  const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "GET");
  const init: RequestInit & { duplex?: "half" } = { method, headers };
  if (hasBody(incoming) && method !== "GET") {
    init.body = lazyBody(incoming, outgoing);
    init.duplex = "half";
  }
  return new Request(origin + (incoming.url ?? "/"), init);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function lazyBody(incoming: IncomingMessage, outgoing: ServerResponse): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!chunks) {
          // A client that asked with Expect: 100-continue is told to go on only now, when the body is wanted.
          if (waitsForWord(incoming)) {
            continued.add(incoming);
            outgoing.writeContinue();
          }
          // Kept open at the end: Node reads and drops the rest of a refused body, so that the client gets its answer.
          chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
        }
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
