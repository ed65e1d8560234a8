import { Agent, type AgentOptions } from "node:http";
import { Agent as TlsAgent } from "node:https";
import type { Duplex } from "node:stream";

/** Bytes of any one answer of a provider: the largest, the keys of the large public ones, have some tens of KiB. */
const answerBytesMax = 1024 * 1024;

/** The whole body of an answer as text. Throws once it is larger than any should be; the rest is not read. */
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

/** For openid-client, which keeps whatever comes: connections for one request each, which end once more than an answer has come. */
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
    // Without an error of its own, which nobody would be there to hear once the answer's head has come.
    if (size > answerBytesMax) socket.destroy();
  });
  return socket;
}
