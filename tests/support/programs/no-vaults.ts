import type { RequestListener } from "node:http";

/** What answers 200 to every request and is no vault, or is cut off. */
export const page = "<!doctype html>\n<html>\n  <body>Please sign in</body>\n</html>\n";
export const anExport = { "Content-Type": "text/plain; charset=utf-8", "X-Export-Skipped": "0" };

export const answer =
  (status: number, headers: Record<string, string>, body = ""): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

export const noVaults: [what: string, RequestListener][] = [
  ["a sign-in page", answer(200, { "Content-Type": "text/html; charset=utf-8" }, page)],
  ["a page that calls itself text", answer(200, { "Content-Type": "text/plain" }, page)],
  ["a page that calls itself an export", answer(200, anExport, page.trimEnd())],
  ["nothing", answer(200, {})],
  ["nothing, called JSON", answer(200, { "Content-Type": "application/json" })],
  ["JSON of something else", answer(200, { "Content-Type": "application/json" }, '[{"id":1}]')],
  ["an export that ends in the middle", answer(200, anExport, '{\n  "A": "not-a-real-value",\n  "B": "not-a-re')],
  [
    "an export of which nobody says how long it is",
    (_, response) =>
      void response.socket?.end(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Export-Skipped: 0\r\nConnection: close\r\n\r\nA=1\n",
      ),
  ],
];
