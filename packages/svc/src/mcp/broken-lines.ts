import type { Readable, Writable } from "node:stream";

/** What the protocol's package reads at most: it ends at a longer line. */
const lineBytesMax = 10 * 1024 * 1024;
const newLine = 0x0a;

/** JSON-RPC 2.0, 5 and 5.1: of what is no JSON, nobody knows the id. */
const parseError = `${JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: "Parse error: the line is no JSON" },
})}\n`;

/** Answers lines that are no JSON, which the protocol's package passes over in silence. Whoever sent one would wait. */
export function answerBrokenLines(input: Readable, output: Writable): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer) => {
    bytes += part.length;
    parts = bytes > lineBytesMax ? [] : [...parts, part];
  };
  input.on("data", (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(newLine); end !== -1; end = rest.indexOf(newLine)) {
      keep(rest.subarray(0, end));
      const line = Buffer.concat(parts).toString();
      try {
        // An empty line is no message. One that begins with a byte order mark is no JSON, to the package neither.
        if (line.trim() !== "") JSON.parse(line);
      } catch {
        output.write(parseError);
      }
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    keep(rest);
  });
}
