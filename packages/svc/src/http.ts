import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import { Failure } from "./failure";
import type { Settings } from "./settings";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * One request below `/api` with the access key. Redirects are not followed, so the key never reaches another origin.
 * Whatever keeps the vault from being reached, or its answer from arriving whole, is a network failure.
 */
export async function send({ url, key, timeoutSeconds }: Settings, method: string, path: string, body?: unknown): Promise<Answer> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const content = body === undefined ? undefined : JSON.stringify(body);
  const options: RequestOptions = {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: "application/json, text/plain",
      ...(content === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(content) }),
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request(new URL(`${url.pathname.replace(/\/$/, "")}/api${path}`, url), options, (answer) => read(answer).then(resolve, failed));
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer within ${timeoutSeconds} s`)), timeoutSeconds * 1_000);
    const failed = (error: NodeJS.ErrnoException) => reject(new Failure("network", `The vault at ${url.origin} can't be reached (${error.code ?? error.message}).`));
    outgoing.once("error", failed);
    outgoing.once("close", () => clearTimeout(timer));
    outgoing.end(content);
  });
}

async function read(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString("utf8") };
}
