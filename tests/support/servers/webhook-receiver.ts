import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, type TestContext } from "vitest";

export type Received = { headers: IncomingHttpHeaders; body: string; path: string };
type Answer = (outgoing: ServerResponse, received: Received, number: number) => void;

const with204: Answer = (outgoing) => void outgoing.writeHead(204).end();

/**
 * A real receiver of webhooks on this machine. `answer` decides about each request; 204 unless given. It ends with the
 * test, which hands over its context if others run beside it.
 */
export async function aReceiver(
  answer: Answer = with204,
  context: Pick<TestContext, "onTestFinished"> = { onTestFinished },
) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const one = { headers: incoming.headers, body: Buffer.concat(chunks).toString(), path: incoming.url ?? "" };
      received.push(one);
      answer(outgoing, one, received.length);
      for (const look of waiting.splice(0)) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Resolves when so many messages have come. */
  const got = async (count: number): Promise<Received[]> => {
    while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return received;
  };
  return { url: `http://127.0.0.1:${port}/hook`, port, received, got };
}

/** The headers as the reference library reads them. */
export const headersOf = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
export const typeOf = ({ body }: Received): string => (JSON.parse(body) as { type: string }).type;
