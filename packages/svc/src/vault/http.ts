import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import { CliError } from "../cli-error";
import { proxyFor, proxyHeaders, portOf, tunnel } from "./proxy";
import type { Settings } from "../settings";
import { unreachable } from "./unreachable";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends one request below the vault's `/api`, as `sendTo` does. */
export const send = (
  settings: Settings,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> =>
  begin(
    { ...atVault(settings, path), method, headers, content: contentOf(body), changes: changes(method, path, body) },
    read,
  );

/** Reads an answer. `goOn` restarts the timeout: a long answer may take as long as it needs, if it only goes on. */
type Take<Taken> = (answer: IncomingMessage, goOn: () => void) => Promise<Taken>;

/** The same for an answer that may be longer than memory should hold: it is taken while it arrives. */
export const receive = <Taken>(
  settings: Settings,
  method: string,
  path: string,
  headers: Record<string, string>,
  take: Take<Taken>,
): Promise<Taken> => begin({ ...atVault(settings, path), method, headers }, take);

/** Sends a GET to another server than the vault, as `send` does. */
export const getFrom = (target: URL, timeoutSeconds: number, headers: Record<string, string>): Promise<Answer> =>
  begin({ target, timeoutSeconds, method: "GET", headers, who: "" }, read);

const atVault = ({ url, timeoutSeconds }: Settings, path: string) => ({
  target: new URL(`${url.pathname.replace(/\/$/, "")}/api${path}`, url),
  timeoutSeconds,
  who: "The vault at ",
});

/** Codes of counters are used up; what else is revealed, resolved, exchanged or previewed may be asked for again. */
const changes = (method: string, path: string, body: unknown): boolean =>
  method !== "GET" &&
  (body as { preview?: unknown } | undefined)?.preview !== true &&
  !/^\/(?:token$|(?:entries|envs)\/.*\/(?:reveal|resolve)(?:\?|$))/.test(path);

const contentOf = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body));

type Outgoing = {
  target: URL;
  timeoutSeconds: number;
  method: string;
  headers: Record<string, string>;
  content?: string | undefined;
  /** Whether it does more than ask. */
  changes?: boolean;
  /** How a network error begins. */
  who: string;
};

/**
 * Sends one request, with JSON as its content. Redirects are not followed, so a key never reaches another origin. If nobody
 * answers or the response is incomplete, that is a network error.
 */
async function begin<Taken>(
  { target, timeoutSeconds, method, headers, content, changes = false, who }: Outgoing,
  take: Take<Taken>,
): Promise<Taken> {
  const proxy = proxyFor(target);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutSeconds * 1_000);
  const options: RequestOptions = {
    method,
    signal: late.signal,
    headers: {
      ...headers,
      Accept: "application/json, text/plain",
      ...(content === undefined
        ? {}
        : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(content) }),
    },
  };
  let outgoing: ClientRequest | undefined;
  let answer: IncomingMessage | undefined;
  try {
    outgoing = await (proxy ? requestThrough(proxy, target, options, late.signal) : requestTo(target, options));
    return await answerTo(outgoing, content, (came) => take((answer = came), () => timer.refresh()));
  } catch (error) {
    // The answer arrived well: what it was written to is at fault.
    if (error instanceof CliError || (answer && !answer.errored && !late.signal.aborted)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw unreachable(late.signal.aborted ? `no answer within ${timeoutSeconds} s` : (code ?? message), {
      server: `${who}${target.origin}`,
      proxy: proxy?.host ?? null,
      atProxy: proxy !== null && (outgoing === undefined || target.protocol === "http:"),
      mayBeDone: changes && outgoing?.writableFinished === true,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function requestTo(target: URL, options: RequestOptions): Promise<ClientRequest> {
  const { request } = target.protocol === "https:" ? await import("node:https") : await import("node:http");
  return request(target, options);
}

/**
 * Over TLS through a tunnel; without TLS the proxy gets the whole request and can read it, like everybody in between.
 */
async function requestThrough(
  proxy: URL,
  target: URL,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<ClientRequest> {
  if (target.protocol === "https:")
    return requestTo(target, { ...options, agent: false, ...{ socket: await tunnel(proxy, target, signal) } });
  return requestTo(proxy, {
    ...options,
    auth: null,
    port: portOf(proxy),
    path: target.href,
    headers: { Host: target.host, ...proxyHeaders(proxy), ...(options.headers as Record<string, string>) },
  });
}

function answerTo<Taken>(
  outgoing: ClientRequest,
  content: string | undefined,
  take: (answer: IncomingMessage) => Promise<Taken>,
): Promise<Taken> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", (answer) => take(answer).then(resolve, reject));
    outgoing.on("error", reject);
    // Node closes the connection without a word if the server would rather speak another protocol.
    outgoing.on("upgrade", ({ statusCode }, socket) => {
      socket.destroy();
      reject(new Error(`it answered with status ${statusCode}`));
    });
    outgoing.end(content);
  });
}

export async function read(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString("utf8") };
}
