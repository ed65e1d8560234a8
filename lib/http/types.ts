import type { RequestLogFields } from "./request-log";
import { apiCsp, securityHeaders } from "./security-headers";

/** What the API reads of a request: a Web `Request` fits, and so does a thin view of one of Node's own. */
export type ApiRequest = {
  readonly method: string;
  /** Path and query, with or without an origin. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Pulled only when read, so that who is refused before never gets to upload. */
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** On every answer that no page gives: nothing of it is kept, sniffed or read by other sites. */
export const defaultHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": apiCsp,
  ...securityHeaders,
} as const;

/**
 * An answer before it becomes a Web `Response` (under Next) or bytes on a socket (in production). Its headers are those of
 * its own: both ways out add `defaultHeaders`, so that none can lack them.
 */
export type ApiResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

/** A route's answer, with what the access log says of it. */
export type LoggedResponse = ApiResponse & { logFields: RequestLogFields };

export const toWebResponse = ({ status, headers, body }: ApiResponse): Response =>
  new Response(body, { status, headers: { ...defaultHeaders, ...headers } });
