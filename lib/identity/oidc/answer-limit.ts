import { Agent, type AgentOptions } from "node:http";
import { Agent as TlsAgent } from "node:https";
import type { Duplex } from "node:stream";

/**
 * The most bytes accepted in one response of a provider. The largest responses, the keys of the big public providers,
 * have some tens of KiB.
 */
const answerBytesMax = 1024 * 1024;

/** Reads a whole response as text. Throws as soon as it exceeds the limit, and does not read the rest. */
export async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > answerBytesMax) throw new RangeError(`The answer has more than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * For openid-client, which accepts responses of any size. Each connection serves one request and closes if the response
 * exceeds the limit.
 */
export function boundedAgent(url: URL): Agent {
  return url.protocol === "https:" ? new BoundedTlsAgent(once) : new BoundedAgent(once);
}

const once: AgentOptions = { keepAlive: false };

class BoundedAgent extends Agent {
  override createConnection(...args: Parameters<Agent["createConnection"]>) {
    return bounded(super.createConnection(...args));
  }
}

class BoundedTlsAgent extends TlsAgent {
  override createConnection(...args: Parameters<TlsAgent["createConnection"]>) {
    return bounded(super.createConnection(...args));
  }
}

function bounded<S extends Duplex | null | undefined>(socket: S): S {
  let size = 0;
  socket?.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    // Destroyed without an error: once the response's head has arrived, nobody would handle one.
    if (size > answerBytesMax) socket.destroy();
  });
  return socket;
}
