import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import type { Readable, Writable } from "node:stream";

/** What the protocol's package reads at most: it ends at a longer line. */
const lineBytesMax = 10 * 1024 * 1024;
const newLine = 0x0a;

/** JSON-RPC 2.0, 5 and 5.1: an answer to what is not a request. Nobody knows the id of what is not JSON. */
const refusal = (id: string | number | null, code: number, message: string) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`;

const parseError = refusal(null, -32_700, "Parse error: the line is not JSON");

/**
 * Answers lines that are not JSON, or JSON that is not a message, which the protocol's package passes over in silence.
 * Whoever sent one would wait.
 */
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
      const answer = answerTo(Buffer.concat(parts).toString());
      if (answer !== null) output.write(answer);
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    keep(rest);
  });
}

function answerTo(line: string): string | null {
  // An empty line is not a message. A line with a byte order mark is not JSON, for the package either.
  if (line.trim() === "") return null;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return parseError;
  }
  return isTaken(message) ? null : answerToOther(message);
}

/** Whether the package takes it for a message; then it answers by itself. */
function isTaken(message: unknown): boolean {
  try {
    return parseJSONRPCMessage(message) !== undefined;
  } catch {
    return false;
  }
}

function answerToOther(message: unknown): string | null {
  if (Array.isArray(message)) return refusal(null, -32_600, "Invalid request: batches are not part of the protocol");
  const { id, method, result, error } = Object(message) as Record<string, unknown>;
  // The client's own answer to a question: to that there is none, however it is broken.
  if (method === undefined && (result !== undefined || error !== undefined)) return null;
  const isKnown = typeof id === "string" || Number.isInteger(id);
  return refusal(isKnown ? (id as string | number) : null, -32_600, "Invalid request: this is not JSON-RPC 2.0");
}
