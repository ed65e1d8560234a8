import type { ServerResponse } from "node:http";

/** Types that are text, which browsers would otherwise read in an encoding of their guess. */
const textual = ["text/", "image/svg+xml", "application/javascript", "application/xml"];

const withCharset = (type: string): string =>
  textual.some((start) => type.startsWith(start)) && !type.toLowerCase().includes("charset=")
    ? `${type}; charset=utf-8`
    : type;

/** Has every textual answer name its charset, as those of Next's own parts and of its files do not. */
export function nameCharset(outgoing: ServerResponse): void {
  const setHeader = outgoing.setHeader.bind(outgoing);
  outgoing.setHeader = (name, value) =>
    setHeader(name, typeof value === "string" && name.toLowerCase() === "content-type" ? withCharset(value) : value);
}
