import type { ServerResponse } from "node:http";

/** Text types, whose encoding browsers would otherwise guess. */
const textual = ["text/", "image/svg+xml", "application/javascript", "application/xml"];

const withCharset = (type: string): string =>
  textual.some((start) => type.startsWith(start)) && !type.toLowerCase().includes("charset=")
    ? `${type}; charset=utf-8`
    : type;

/** Adds the charset to every text response: Next's own and its files' lack it. */
export function nameCharset(outgoing: ServerResponse): void {
  const setHeader = outgoing.setHeader.bind(outgoing);
  outgoing.setHeader = (name, value) =>
    setHeader(name, typeof value === "string" && name.toLowerCase() === "content-type" ? withCharset(value) : value);
}
