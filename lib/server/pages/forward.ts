import { type Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";

/** Headers that belong to one connection (RFC 9110, 7.6.1), or to a body, which no request for a page has. */
const ofConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Nobody answered: nothing was sent to the client yet. */
export class NoAnswer extends Error {
  constructor(cause: Error) {
    super("The pages' process did not answer", { cause });
    this.name = "NoAnswer";
  }
}

/**
 * Passes a request for a page on, without its body, and the response back as it comes. Resolves when the response has
 * been sent or the client has gone; a response that breaks off breaks off for the client too. Throws `NoAnswer`.
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { socketPath, agent }: { socketPath: string; agent: Agent },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath,
      agent,
      method: incoming.method,
      path: incoming.url,
      headers: Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !ofConnection.has(name))),
      setHost: false,
      maxHeaderSize: 64 * 1024,
    });
    const leave = () => asked.destroy();
    outgoing.once("close", leave);
    asked.on("error", (error) => {
      outgoing.off("close", leave);
      if (outgoing.headersSent || outgoing.destroyed) return resolve();
      reject(new NoAnswer(error));
    });
    asked.once("response", (answer) => {
      outgoing.statusCode = answer.statusCode ?? 502;
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && (name === "content-length" || !ofConnection.has(name)))
          outgoing.setHeader(name, value);
      pipeline(answer, outgoing, () => {
        outgoing.off("close", leave);
        resolve();
      });
    });
    asked.end();
  });
}
