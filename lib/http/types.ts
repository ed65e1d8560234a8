import { Readable } from "node:stream";
import type { RequestLogFields } from "./request/request-log";
import { apiCsp, securityHeaders } from "./answer/security-headers";

/** The parts of a request that the API reads. A Web `Request` fits, and so does a thin wrapper around Node's. */
export type ApiRequest = {
  readonly method: string;
  /** Path and query, with or without an origin. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Read lazily, so a request refused earlier never uploads its body. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Whether the client has gone. */
  readonly signal: { readonly aborted: boolean };
};

/** For every non-page response: not cached, not sniffed, not readable by other sites. */
export const defaultHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": apiCsp,
  ...securityHeaders,
} as const;

/**
 * A response before it becomes a Web `Response` (under Next) or bytes on a socket (in production). It holds only its
 * own headers; both paths add `defaultHeaders`.
 */
export type ApiResponse = {
  status: number;
  headers: Record<string, string>;
  /** In pieces, if it is longer than memory should hold. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterable<string> | null;
};

export const isInPieces = (body: ApiResponse["body"]): body is AsyncIterable<string> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

/** A route's response with its log fields. */
export type LoggedResponse = ApiResponse & { logFields: RequestLogFields };

export const toWebResponse = ({ status, headers, body }: ApiResponse): Response =>
  new Response(isInPieces(body) ? (Readable.toWeb(Readable.from(body)) as ReadableStream) : body, {
    status,
    headers: { ...defaultHeaders, ...headers },
  });
